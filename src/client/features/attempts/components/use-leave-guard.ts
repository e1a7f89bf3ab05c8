import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { readSession } from '#client/lib/session-store.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ExamRoom } from '../model/exam-room.ts'

/** Confirms before the back button or a swipe leaves a running test. */
export function useLeaveGuard(room: ExamRoom): void {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const state = useRef<'staying' | 'asking' | 'leaving'>('staying')

  const ask = async () => {
    state.current = 'asking'
    const leave = await confirm({
      title: 'Leave the test?',
      message: 'Your answers are kept and you can resume from My Tests, but the clock keeps running.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay in the test',
    })
    state.current = leave ? 'leaving' : 'staying'
    if (leave) await navigate({ to: '/my-tests' })
  }

  useBlocker({
    enableBeforeUnload: false,
    // Block at once, so that the URL stays the exam's while the dialog is open and a second Back does nothing.
    shouldBlockFn: () => {
      const { phase } = room.view().submit
      // Do not block students who must sign in again or have submitted.
      if (phase === 'done' || phase === 'closed' || !readSession() || state.current === 'leaving') return false
      if (state.current === 'staying') void ask()
      return true
    },
  })
}
