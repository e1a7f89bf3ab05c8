import { plural } from '#client/lib/plural.ts'
import { ConfirmModal } from '#client/ui/confirm.tsx'
import type { RoomView } from '../model/room-view.ts'

interface LeaveDialogProps {
  opened: boolean
  view: RoomView
  onLeave: () => void
  onCancel: () => void
}

/** Confirms that a section is closed for good. */
export function LeaveDialog({ opened, view: { part, parts }, onLeave, onCancel }: LeaveDialogProps) {
  const unanswered = parts[part.index]?.unanswered ?? 0
  const next = parts[part.index + 1]?.part.name
  const left =
    unanswered === 0
      ? `You have answered every question in ${part.name}.`
      : `You have ${plural(unanswered, 'unanswered question')} in ${part.name}.`
  return (
    <ConfirmModal
      opened={opened}
      title={`Move to ${next}?`}
      message={`${left} You'll lose its remaining time.`}
      loses={`You can't return to a section. Once ${part.name} closes, you can't see or change its answers.`}
      confirmLabel="Close section and continue"
      cancelLabel="Stay in this section"
      destructive={false}
      onConfirm={onLeave}
      onCancel={onCancel}
    />
  )
}
