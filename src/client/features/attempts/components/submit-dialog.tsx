import { ConfirmModal } from '#client/ui/confirm.tsx'

interface SubmitDialogProps {
  opened: boolean
  /** Questions without an answer, visited or not. */
  unanswered: number
  onSubmit: () => void
  onCancel: () => void
}

/** The last question before the end. */
export function SubmitDialog({ opened, unanswered, onSubmit, onCancel }: SubmitDialogProps) {
  const message =
    unanswered > 0
      ? `You have ${unanswered} unanswered questions. Are you sure you want to submit?`
      : 'You have answered every question. Submit your test now?'
  return (
    <ConfirmModal
      opened={opened}
      title="Submit test"
      message={message}
      loses="After submitting you cannot change your answers."
      confirmLabel="Submit test"
      cancelLabel="Back to test"
      destructive={false}
      onConfirm={onSubmit}
      onCancel={onCancel}
    />
  )
}
