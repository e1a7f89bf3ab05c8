import { type ComponentType, useSyncExternalStore } from 'react'

export interface ConfirmQuestion {
  title: string
  /** Names what happens, and to what. */
  message: string
  /** What is permanently lost, if anything. */
  loses?: string
  confirmLabel: string
  cancelLabel?: string
  /** Red button. True unless said otherwise. */
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
  /** Comes along with the question, so that the first page does not carry the code of a dialog. */
  Dialog: ComponentType<ConfirmDialogProps>
  opened: boolean
  /** Another one each time: a dialog that stood before would open where it stands, behind those that came after it. */
  turn: number
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

/** Opens the question; one that was still open counts as refused. */
export function askWith(Dialog: Asked['Dialog'], question: ConfirmQuestion): Promise<boolean> {
  asked?.settle(false)
  return new Promise((settle) => change({ question, Dialog, opened: true, turn: ++turns, settle }))
}

/** Shows the open confirmation; rendered once, around the screens. */
export function ConfirmHost() {
  const open = useSyncExternalStore(subscribe, () => asked)
  if (!open) return null
  const { question, Dialog, opened, turn, settle } = open
  const answer = (yes: boolean) => {
    // The words stay while the dialog fades out.
    change({ ...open, opened: false })
    settle(yes)
  }
  return (
    <Dialog key={turn} {...question} opened={opened} onConfirm={() => answer(true)} onCancel={() => answer(false)} />
  )
}
