import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { readSession } from '#client/lib/session-store.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'

export type Loss = ConfirmQuestion

/**
 * Asks before the user leaves the page and loses something. Uses our dialog inside the app, and the browser's if the
 * tab is closed.
 *
 * @returns a function that confirms before closing the dialog; once confirmed, the page can be left without another
 * prompt
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
    // The upload ended while the dialog was open, so the user did not confirm losing its result.
    if (present.current && present.current.title !== asked.title) return false
    present.current = null
    return true
  }, [confirm])

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && isOpenIn(next.search)
      // A user whose session has ended has to leave this page anyway.
      return !stays && readSession() !== null && !(await agree())
    },
    enableBeforeUnload: () => present.current !== null,
  })
  return agree
}

const isOpenIn = (search: unknown) => (search as Record<string, unknown>).upload === '1'
