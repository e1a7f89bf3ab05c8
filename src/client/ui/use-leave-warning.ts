import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { readSession } from '#client/lib/session-store.ts'
import { guardWork } from '#client/lib/unsaved-work.ts'
import { useConfirm } from './confirm.tsx'

/**
 * Asks before unsaved work is left: inside the app and on logging out by our dialog, on closing the tab by the browser's.
 *
 * @param lost what the question says: `This test has unsaved changes. If you leave now, you lose them.`
 * @returns the question itself, for a dialog that is closed with work in it: true to leave
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
      // Whose session ended cannot stay on this page anyway.
      if (current.pathname === next.pathname || !isDirty() || !readSession()) return false
      return !(await ask())
    },
    enableBeforeUnload: isDirty,
  })
  return ask
}
