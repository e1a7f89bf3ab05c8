import type { ComponentType } from 'react'
import { create } from 'zustand'

export interface ConfirmQuestion {
  title: string
  /** Names the action and the affected item. */
  message: string
  /** What is permanently lost, if anything. */
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

interface OpenConfirmation {
  question: ConfirmQuestion
  /** Passed with the question to keep the dialog's code out of the first page's bundle. */
  Dialog: ComponentType<ConfirmDialogProps>
  opened: boolean
  /** The dialog's `key`. Changes each time, because a reused dialog would open behind dialogs opened since then. */
  openCount: number
  settle: (answer: boolean) => void
}

let turns = 0
const useConfirmation = create<{ current: OpenConfirmation | null }>(() => ({ current: null }))

/** Opens a confirmation. A confirmation that is still open counts as declined. */
export function askWith(Dialog: OpenConfirmation['Dialog'], question: ConfirmQuestion): Promise<boolean> {
  useConfirmation.getState().current?.settle(false)
  return new Promise((settle) =>
    useConfirmation.setState({ current: { question, Dialog, opened: true, openCount: ++turns, settle } }),
  )
}

/** Shows the open confirmation. Rendered once, outside the screens. */
export function ConfirmHost() {
  const open = useConfirmation(({ current }) => current)
  if (!open) return null
  const { question, Dialog, opened, openCount, settle } = open
  const answer = (yes: boolean) => {
    // Keep the text while the dialog fades out.
    useConfirmation.setState({ current: { ...open, opened: false } })
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
