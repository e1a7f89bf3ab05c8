import { useEffect } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import { DeliveryProgress } from './delivery-progress.tsx'

/** A submission, or the change to the next section, on its way, and why it has not arrived yet. */
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
        sending="Please wait while your answers are handed in…"
        notYet="Not submitted yet. Trying again by itself…"
        onRetry={() => room.retry()}
        back={timeIsOver ? undefined : { label: 'Back to test', onBack: () => room.cancelSubmit() }}
      >
        Your answers are kept {kept}; the server also submits what it has saved at the deadline. Keep this page open
        until the connection is back.
      </DeliveryProgress>
      <DeliveryProgress
        state={leave}
        title="Going on to the next section"
        sending="Closing this section…"
        notYet="This section is not closed yet. Trying again by itself…"
        onRetry={() => room.retry()}
        back={{ label: 'Stay in this section', onBack: () => room.cancelLeave() }}
      >
        Your answers are kept {kept}. The section’s clock runs on; when it ends, the next section opens by itself.
      </DeliveryProgress>
    </>
  )
}

function useFailure(room: ExamRoom, failure: string | null) {
  useEffect(() => {
    if (failure) room.notice.show(failure)
  }, [failure, room])
}
