import { plural } from '#client/lib/plural.ts'
import { ConfirmModal } from '#client/ui/confirm.tsx'
import type { RoomView } from '../model/room-view.ts'

interface LeaveDialogProps {
  opened: boolean
  view: RoomView
  onLeave: () => void
  onCancel: () => void
}

/** Asks before a section is closed for good. */
export function LeaveDialog({ opened, view: { part, parts }, onLeave, onCancel }: LeaveDialogProps) {
  const unanswered = parts[part.index]?.unanswered ?? 0
  const next = parts[part.index + 1]?.part.name
  const left =
    unanswered === 0
      ? `You have answered every question of ${part.name}.`
      : `You have ${plural(unanswered, 'unanswered question')} in ${part.name}.`
  return (
    <ConfirmModal
      opened={opened}
      title={`Go on to ${next}?`}
      message={`${left} The rest of its time is given up.`}
      loses={`There is no way back: once ${part.name} is closed, its answers cannot be seen or changed.`}
      confirmLabel="Close section and go on"
      cancelLabel="Stay in this section"
      destructive={false}
      onConfirm={onLeave}
      onCancel={onCancel}
    />
  )
}
