import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { readSession } from '#client/lib/session-store.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'

export type Loss = ConfirmQuestion

/**
 * Asks before the page is left while something would be lost: inside the app by our dialog, on closing the tab by the
 * browser's.
 *
 * @returns to be called when the person has already agreed to the loss
 */
export function useLossWarning(loss: Loss | null) {
  const confirm = useConfirm()
  const present = useRef(loss)
  useEffect(() => {
    present.current = loss
  }, [loss])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const question = present.current
      const stays = current.pathname === next.pathname && isOpenIn(next.search)
      // Whose session ended cannot stay on this page anyway.
      if (stays || !question || !readSession()) return false
      return !(await confirm(question))
    },
    enableBeforeUnload: () => present.current !== null,
  })
  return useCallback(() => {
    present.current = null
  }, [])
}

const isOpenIn = (search: unknown) => (search as Record<string, unknown>).upload === '1'
