import { type ComponentType, useSyncExternalStore } from 'react'

export interface ConfirmQuestion {
  title: string
  /** Says what happens, and to what. */
  message: string
  /** What is permanently lost, if anything. */
  consequences?: string
  confirmLabel: string
  cancelLabel?: string
  /** Red button. True by default. */
  destructive?: boolean
}

export interface ConfirmDialogProps extends ConfirmQuestion {
  opened: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

interface Asked {
  question: ConfirmQuestion
  /** Passed with the question, so that the first page does not include the dialog's code. */
  Dialog: ComponentType<ConfirmDialogProps>
  opened: boolean
  /** Changes each time, as the `key`: a reused dialog would open at its old position, behind those opened after it. */
  openCount: number
  settle: (answer: boolean) => void
}

let turns = 0
let asked: Asked | null = null
const listeners = new Set<() => void>()

function change(next: Asked | null) {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Opens a confirmation. One that is still open counts as declined. */
export function askWith(Dialog: Asked['Dialog'], question: ConfirmQuestion): Promise<boolean> {
  asked?.settle(false)
  return new Promise((settle) => change({ question, Dialog, opened: true, openCount: ++turns, settle }))
}

/** Shows the open confirmation. Rendered once, around the screens. */
export function ConfirmHost() {
  const open = useSyncExternalStore(subscribe, () => asked)
  if (!open) return null
  const { question, Dialog, opened, openCount, settle } = open
  const answer = (yes: boolean) => {
    // Keep the text while the dialog fades out.
    change({ ...open, opened: false })
    settle(yes)
  }
  return (
    <Dialog
      key={openCount}
      {...question}
      opened={opened}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
