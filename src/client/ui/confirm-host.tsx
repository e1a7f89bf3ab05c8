import type { ComponentType } from 'react'
import { create } from 'zustand'

export interface ConfirmQuestion {
  title: string
  /** Names the action and the affected item. */
  message: string
  /** Lists permanent losses, if any. */
  consequences?: string
  confirmLabel: string
  cancelLabel?: string
  /** Makes the button red. True by default. */
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
  /** Passed with the question so that the first page does not include the dialog's code. */
  Dialog: ComponentType<ConfirmDialogProps>
  opened: boolean
  /** The dialog's `key`. Changes each time, because a reused dialog would open behind dialogs opened since then. */
  openCount: number
  settle: (answer: boolean) => void
}

let turns = 0
const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }))

/** Opens a confirmation. A confirmation that is still open counts as declined. */
export function askWith(Dialog: Asked['Dialog'], question: ConfirmQuestion): Promise<boolean> {
  useAsked.getState().asked?.settle(false)
  return new Promise((settle) =>
    useAsked.setState({ asked: { question, Dialog, opened: true, openCount: ++turns, settle } }),
  )
}

/** Shows the open confirmation. Rendered once, outside the screens. */
export function ConfirmHost() {
  const open = useAsked(({ asked }) => asked)
  if (!open) return null
  const { question, Dialog, opened, openCount, settle } = open
  const answer = (yes: boolean) => {
    // Keep the text while the dialog fades out.
    useAsked.setState({ asked: { ...open, opened: false } })
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
