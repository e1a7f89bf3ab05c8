import { useEffect, useSyncExternalStore } from 'react'
import { isFullscreen, watchFullscreen } from '#client/lib/device/fullscreen.ts'
import { escapeFront, hasJustEscaped } from '#client/ui/modal-stack.ts'
import type { Remaining } from '../model/clock.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/notices.ts'
import { OwnText } from '../model/proctoring.ts'
import type { RoomView } from '../model/room-view.ts'
import { isDialogOpen } from './use-shortcuts.ts'

/** The room's current view. */
export const useRoomView = (room: ExamRoom): RoomView => useSyncExternalStore(room.subscribe, room.view)

/** Whole seconds left in the open part and in the whole test. Only components that use it re-render every second. */
export const useTimeLeft = (room: ExamRoom): Remaining => useSyncExternalStore(room.subscribe, room.timeLeft)

/** How long a student may take to return to full screen after an Escape meant for a dialog or popover, in ms. */
const escapeGraceMs = 10_000

/**
 * Reports full screen changes to the room. Without a keyboard lock, browsers handle Escape themselves and the page only
 * sees that full screen has ended. So close what Escape was meant for, and record nothing if the student returns in
 * time.
 */
function watchScreen(room: ExamRoom): () => void {
  let wasFullscreen = isFullscreen()
  let late: ReturnType<typeof setTimeout> | undefined
  const left = () => {
    if (!isFullscreen()) room.leftFullscreen()
  }
  const unwatch = watchFullscreen(() => {
    const now = isFullscreen()
    clearTimeout(late)
    if (wasFullscreen && !now) {
      if (escapeFront() || hasJustEscaped() || isDialogOpen()) {
        room.notify(proctoringSentences.fullscreenNeeded)
        late = setTimeout(left, escapeGraceMs)
      } else left()
    } else if (now) room.enteredFullscreen()
    wasFullscreen = now
  })
  return () => {
    clearTimeout(late)
    unwatch()
  }
}

/**
 * Reports copying from the exam and pasting into it. Neither is blocked. Students may copy and paste their own code.
 */
function watchClipboard(room: ExamRoom, signal: AbortSignal): void {
  const own = new OwnText(room.test.codingQuestions)
  const copied = ({ target, clipboardData }: ClipboardEvent) => {
    if (inEditor(target)) return own.copied(clipboardData?.getData('text/plain') ?? '')
    const selection = getSelection()
    const place = selection?.anchorNode?.parentElement
    if (selection && !selection.isCollapsed && place?.closest('[data-exam]')) room.clipboard('copy')
  }
  document.addEventListener('copy', copied, { signal })
  document.addEventListener('cut', copied, { signal })
  document.addEventListener(
    'paste',
    ({ target, clipboardData }) => {
      // The password field for signing in again is not part of the exam.
      const isPassword = target instanceof Element && target.closest('[data-sign-in]')
      const isOwn =
        inEditor(target) && own.isOwn(clipboardData?.getData('text/plain') ?? '', room.view().codes.values())
      if (!isPassword && !isOwn) room.clipboard('paste')
    },
    // Capture the event before the editor handles it. Afterwards pasted text would look like the student's own.
    { signal, capture: true },
  )
}

const inEditor = (target: EventTarget | null) => target instanceof Element && target.closest('[data-editor]') !== null

/** Opens the room while mounted and reports page events to it. */
export function useRoomEvents(room: ExamRoom): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // A reload also hides the page, but is not a tab switch. The browser announces the reload first.
    let leaving = false
    window.addEventListener(
      'pagehide',
      () => {
        leaving = true
        room.flushPrograms()
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
