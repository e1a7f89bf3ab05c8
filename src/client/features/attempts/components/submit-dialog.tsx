import { Button, Stack, Text } from '@mantine/core'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { RoomView } from '../model/room-view.ts'
import { SectionCounts } from './section-counts.tsx'

interface SubmitDialogProps {
  opened: boolean
  view: RoomView
  onSubmit: () => void
  onCancel: () => void
}

/** Confirms before the test is submitted. */
export function SubmitDialog({ opened, view: { unanswered, parts }, onSubmit, onCancel }: SubmitDialogProps) {
  const hasCode = parts.some(({ part }) => part.coding.length > 0)
  return (
    <Modal opened={opened} onClose={onCancel} title="Submit test" size="sm">
      <Stack gap="sm">
        <Text size="sm">
          {unanswered > 0
            ? `You have ${unanswered} unanswered ${unanswered === 1 && hasCode ? 'question' : 'questions'}. Are you sure you want to submit?`
            : 'You have answered every question. Submit your test now?'}
        </Text>
        {parts.length > 1 && <SectionCounts parts={parts} />}
        <Text size="sm" c="dimmed">
          {hasCode && `Your latest code for each problem is judged automatically, even if you didn't submit it. `}
          You can't change your answers after you submit.
        </Text>
      </Stack>
      <ModalActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Back to test
        </Button>
        <Button onClick={onSubmit}>Submit test</Button>
      </ModalActions>
    </Modal>
  )
}
