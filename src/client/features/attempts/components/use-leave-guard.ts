import { useBlocker } from '@tanstack/react-router'
import { readSession } from '#client/lib/session-store.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ExamRoom } from '../model/exam-room.ts'

/** Asks before the back button or a swipe leads out of a running test. */
export function useLeaveGuard(room: ExamRoom): void {
  const confirm = useConfirm()
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      const { phase } = room.view().submit
      // Whoever signs in again, or has submitted, is not kept here.
      if (phase === 'done' || phase === 'closed' || !readSession()) return false
      return !(await confirm({
        title: 'Leave the test?',
        message: 'Your answers are kept and you can resume from My Tests, but the clock keeps running.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay in the test',
      }))
    },
  })
}
