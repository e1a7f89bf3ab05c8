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
 * @returns asks before the dialog is closed; after a yes the page may be left without another question
 */
export function useLossWarning(loss: Loss | null) {
  const confirm = useConfirm()
  const present = useRef(loss)
  useEffect(() => {
    present.current = loss
  }, [loss])

  const agree = useCallback(async () => {
    const asked = present.current
    if (!asked) return true
    if (!(await confirm(asked))) return false
    // The upload ended behind the question: what came of it was not what the yes was said to.
    if (present.current && present.current.title !== asked.title) return false
    present.current = null
    return true
  }, [confirm])

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && isOpenIn(next.search)
      // Whose session ended cannot stay on this page anyway.
      return !stays && readSession() !== null && !(await agree())
    },
    enableBeforeUnload: () => present.current !== null,
  })
  return agree
}

const isOpenIn = (search: unknown) => (search as Record<string, unknown>).upload === '1'
