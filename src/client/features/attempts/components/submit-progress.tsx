import { useEffect } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import { DeliveryProgress } from './delivery-progress.tsx'

/** Progress of submitting the test or closing a section, with the reason for any delay. */
export function SubmitProgress({ room, view }: { room: ExamRoom; view: RoomView }) {
  const { submit, leave, timeIsOver } = view
  const kept = view.save.kept ? 'on this device' : 'only while this page stays open'
  useFailure(room, submit.phase === 'idle' ? submit.message : null)
  useFailure(room, leave.phase === 'idle' ? leave.message : null)
  return (
    <>
      <DeliveryProgress
        state={submit}
        title={timeIsOver ? 'Time is over' : 'Submitting your test'}
        sending="Please wait while your answers are submitted…"
        notYet="Not submitted yet. Retrying…"
        onRetry={() => room.retry()}
        back={timeIsOver ? undefined : { label: 'Back to test', onBack: () => room.cancelSubmit() }}
      >
        Your answers are kept {kept}. At the deadline the server submits what it has saved. Keep this page open until
        the connection is back.
      </DeliveryProgress>
      <DeliveryProgress
        state={leave}
        title="Moving to the next section"
        sending="Closing this section…"
        notYet="This section is not closed yet. Retrying…"
        onRetry={() => room.retry()}
        back={{ label: 'Stay in this section', onBack: () => room.cancelLeave() }}
      >
        Your answers are kept {kept}. The section’s clock keeps running. When it ends, the next section opens
        automatically.
      </DeliveryProgress>
    </>
  )
}

function useFailure(room: ExamRoom, failure: string | null) {
  useEffect(() => {
    if (failure) room.notify(failure)
  }, [failure, room])
}
