import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { ExamRoom, RoomView } from '../model/exam-room.ts'

/** A submission on its way, and why it has not arrived yet. */
export function SubmitProgress({ room, view }: { room: ExamRoom; view: RoomView }) {
  const { submit, timeIsOver } = view
  const failure = submit.phase === 'idle' ? submit.message : null
  useEffect(() => {
    if (failure) room.notice.show(failure)
  }, [failure, room])
  const waiting = submit.phase === 'waiting'
  return (
    <Modal
      opened={submit.phase === 'sending' || waiting}
      onClose={() => room.cancelSubmit()}
      title={timeIsOver ? 'Time is over' : 'Submitting your test'}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      styles={{ content: { outline: 'none' } }}
    >
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">
            {waiting ? 'Not submitted yet. Trying again by itself…' : 'Please wait while your answers are handed in…'}
          </Text>
        </Group>
        {waiting && (
          <Alert variant="default" icon={<IconCloudOff size={18} aria-hidden />} title={submit.message}>
            Your answers are kept {view.save.kept ? 'on this device' : 'only while this page stays open'}; the server
            also submits what it has saved at the deadline. Keep this page open until the connection is back.
          </Alert>
        )}
      </Stack>
      {waiting && (
        <ModalActions>
          {!timeIsOver && (
            <Button variant="default" onClick={() => room.cancelSubmit()}>
              Back to test
            </Button>
          )}
          <Button onClick={() => room.retry()}>Try now</Button>
        </ModalActions>
      )}
    </Modal>
  )
}
