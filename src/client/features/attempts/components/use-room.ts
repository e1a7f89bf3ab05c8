import { useEffect, useSyncExternalStore } from 'react'
import { escapeFront, hasJustEscaped } from '#client/ui/modal-stack.ts'
import { isFullscreen, watchFullscreen } from '../model/browser-fullscreen.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { OwnText } from '../model/own-text.ts'
import type { RoomView } from '../model/room-view.ts'
import type { Remaining } from '../model/server-clock.ts'
import { proctoringSentences } from '../model/violations.ts'
import { isDialogOpen } from './use-shortcuts.ts'

/** The room's current view. */
export const useRoomView = (room: ExamRoom): RoomView => useSyncExternalStore(room.subscribe, room.view)

/** Whole seconds left, of the open part and of the whole; only who asks is drawn again each second. */
export const useTimeLeft = (room: ExamRoom): Remaining =>
  useSyncExternalStore(room.countdown.subscribe, room.countdown.left)

/** Time to return to full screen after an Escape that was meant for a dialog or popover, in ms. */
const escapeGraceMs = 10_000

/**
 * Reports full screen to the room. Without a keyboard lock browsers keep Escape for themselves: the page sees only that full screen
 * has ended. What the key was meant for is closed here, and nothing is recorded if the student returns in time.
 */
function watchScreen(room: ExamRoom): () => void {
  let wasFullscreen = isFullscreen()
  let late: ReturnType<typeof setTimeout> | undefined
  const left = () => {
    if (!isFullscreen()) room.violations.leftFullscreen()
  }
  const unwatch = watchFullscreen(() => {
    const now = isFullscreen()
    clearTimeout(late)
    if (wasFullscreen && !now) {
      if (escapeFront() || hasJustEscaped() || isDialogOpen()) {
        room.notice.show(proctoringSentences.fullscreenNeeded)
        late = setTimeout(left, escapeGraceMs)
      } else left()
    } else if (now) room.violations.enteredFullscreen()
    wasFullscreen = now
  })
  return () => {
    clearTimeout(late)
    unwatch()
  }
}

/** Tells the room what is copied out of the exam or pasted into it; both go through. The student's own code may be moved about. */
function watchClipboard(room: ExamRoom, signal: AbortSignal): void {
  const own = new OwnText(room.test.codingQuestions)
  const copied = ({ target, clipboardData }: ClipboardEvent) => {
    if (inEditor(target)) return own.copied(clipboardData?.getData('text/plain') ?? '')
    const selection = getSelection()
    const place = selection?.anchorNode?.parentElement
    if (selection && !selection.isCollapsed && place?.closest('[data-exam]')) room.violations.clipboard('copy')
  }
  document.addEventListener('copy', copied, { signal })
  document.addEventListener('cut', copied, { signal })
  document.addEventListener(
    'paste',
    ({ target, clipboardData }) => {
      // The password of who signs in again is no part of the exam.
      const isPassword = target instanceof Element && target.closest('[data-sign-in]')
      const isOwn =
        inEditor(target) && own.isOwn(clipboardData?.getData('text/plain') ?? '', room.view().codes.values())
      if (!isPassword && !isOwn) room.violations.clipboard('paste')
    },
    // Before the editor takes it in: afterwards everything pasted would be the student's own.
    { signal, capture: true },
  )
}

const inEditor = (target: EventTarget | null) => target instanceof Element && target.closest('[data-editor]') !== null

/** Keeps the room open while mounted and tells it what happens to the page. */
export function useRoomEvents(room: ExamRoom): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // A reload hides the page too. It is no tab switch, and the browser announces it first.
    let leaving = false
    window.addEventListener(
      'pagehide',
      () => {
        leaving = true
        room.programs.flush()
      },
      { signal },
    )
    window.addEventListener(
      'pageshow',
      () => {
        leaving = false
        room.shown()
      },
      { signal },
    )
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') room.shown()
        else if (!leaving) room.hidden()
      },
      { signal },
    )
    window.addEventListener('online', () => room.retry(), { signal })
    window.addEventListener('offline', () => room.lostNetwork(), { signal })
    window.addEventListener(
      'beforeunload',
      (event) => {
        if (room.view().save.unsent > 0) event.preventDefault()
      },
      { signal },
    )
    watchClipboard(room, signal)
    const unwatch = watchScreen(room)
    room.open()
    return () => {
      stop.abort()
      unwatch()
      room.close()
    }
  }, [room])
}

/** True if the page is in full screen. */
export const useIsFullscreen = () => useSyncExternalStore(watchFullscreen, isFullscreen)
