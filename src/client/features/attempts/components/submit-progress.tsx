import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RequestState } from '../model/requests.ts'
import type { RoomView } from '../model/room-view.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** Progress of submitting the test or closing a section, with the reason for any delay. */
export function SubmitProgress({ room, view }: { room: ExamRoom; view: RoomView }) {
  const { submit, leave, timeIsOver } = view
  const kept = view.save.kept ? 'on this device' : 'only while this page stays open'
  return (
    <>
      <RequestProgress
        room={room}
        state={submit}
        title={timeIsOver ? 'Time’s up' : 'Submitting your test'}
        sending="Please wait while your answers are submitted…"
        notYet="Not submitted yet. Retrying…"
        back={timeIsOver ? undefined : { label: 'Back to test', onBack: () => room.cancelSubmit() }}
      >
        Your answers are kept {kept}. At the deadline the server submits what it has saved. Keep this page open until
        the connection is back.
      </RequestProgress>
      <RequestProgress
        room={room}
        state={leave}
        title="Moving to the next section"
        sending="Closing this section…"
        notYet="This section is not closed yet. Retrying…"
        back={{ label: 'Stay in this section', onBack: () => room.cancelLeave() }}
      >
        Your answers are kept {kept}. The section’s clock keeps running. When it ends, the next section opens
        automatically.
      </RequestProgress>
    </>
  )
}

interface RequestProgressProps {
  room: ExamRoom
  state: RequestState<unknown>
  title: string
  /** Shown while the request is being sent. */
  sending: string
  /** Shown while waiting to retry. */
  notYet: string
  /** Reassurance that nothing is lost during the wait. */
  children: ReactNode
  /** The cancel button, if cancelling is possible. */
  back?: { label: string; onBack: () => void } | undefined
}

/** Shows the progress of an important request and, if it fails, the reason and the time until the retry. */
function RequestProgress({ room, state, title, sending, notYet, children, back }: RequestProgressProps) {
  const waiting = state.phase === 'waiting'
  const failure = state.phase === 'idle' ? state.message : null
  useEffect(() => {
    if (failure) room.notify(failure)
  }, [failure, room])
  return (
    <Modal
      opened={state.phase === 'sending' || waiting}
      onClose={() => {}}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      styles={{ content: { outline: 'none' } }}
    >
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{waiting ? notYet : sending}</Text>
        </Group>
        {waiting && (
          <Alert variant="default" icon={<IconCloudOff size={18} aria-hidden />} title={state.message}>
            {children}
            <RetryIn moment={state.retryAt} />
          </Alert>
        )}
      </Stack>
      {waiting && (
        <ModalActions>
          {back && (
            <Button variant="default" onClick={back.onBack}>
              {back.label}
            </Button>
          )}
          <Button onClick={() => room.retry()}>Try now</Button>
        </ModalActions>
      )}
    </Modal>
  )
}

function RetryIn({ moment }: { moment: number }) {
  const seconds = useSecondsUntil(moment) ?? 0
  return (
    <Text size="sm" mt="xs" fw={550} className="tabular" aria-live="off">
      {seconds > 0 ? `Trying again in ${seconds} s` : 'Trying again…'}
    </Text>
  )
}
