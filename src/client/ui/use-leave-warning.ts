import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { readSession } from '#client/lib/session-store.ts'
import { guardWork } from '#client/lib/unsaved-work.ts'
import { useConfirm } from './confirm.tsx'

/**
 * Asks before the user leaves unsaved work. Uses our dialog inside the app and on logout, and the browser's if the tab
 * is closed.
 *
 * @param lost text of the confirmation: `This test has unsaved changes. If you leave now, you lose them.`
 * @returns the confirmation itself, for closing a dialog with unsaved work; resolves to true to leave
 */
export function useLeaveWarning(isDirty: () => boolean, lost: string) {
  const confirm = useConfirm()
  const ask = () =>
    confirm({ title: 'Leave without saving?', message: lost, confirmLabel: 'Leave', cancelLabel: 'Stay' })
  const exists = useEffectEvent(isDirty)
  const askNow = useEffectEvent(ask)
  useEffect(() => guardWork({ exists: () => exists(), ask: () => askNow() }), [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A user whose session has ended has to leave this page anyway.
      if (current.pathname === next.pathname || !isDirty() || !readSession()) return false
      return !(await ask())
    },
    enableBeforeUnload: isDirty,
  })
  return ask
}
