import { useBlocker } from '@tanstack/react-router'
import { readSession } from '#client/lib/session-store.ts'
import { useConfirm } from '#client/ui/confirm.tsx'

/** Asks before unsaved work is left: inside the app by our dialog, on closing the tab by the browser's. */
export function useLeaveWarning(isDirty: () => boolean) {
  const confirm = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Whose session ended cannot stay on this page anyway.
      if (current.pathname === next.pathname || !isDirty() || !readSession()) return false
      const leave = await confirm({
        title: 'Leave without saving?',
        message: 'What you changed in this test is not saved yet. It is lost if you leave now.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
      })
      return !leave
    },
    enableBeforeUnload: isDirty,
  })
}
