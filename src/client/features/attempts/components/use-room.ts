import { useEffect, useSyncExternalStore } from 'react'
import { isFullscreen, watchFullscreen } from '../model/browser-fullscreen.ts'
import type { ExamRoom, RoomView } from '../model/exam-room.ts'

/** What the room shows now. */
export const useRoomView = (room: ExamRoom): RoomView => useSyncExternalStore(room.subscribe, room.view)

/** Whole seconds left; only who asks is drawn again each second. */
export const useSecondsLeft = (room: ExamRoom): number =>
  useSyncExternalStore(room.countdown.subscribe, room.countdown.seconds)

/** Keeps the room open while mounted and tells it what happens to the page. */
export function useRoomEvents(room: ExamRoom): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // A reload hides the page too. It is no tab switch, and the browser announces it first.
    let leaving = false
    window.addEventListener('pagehide', () => (leaving = true), { signal })
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
    let wasFullscreen = isFullscreen()
    const unwatch = watchFullscreen(() => {
      const now = isFullscreen()
      if (wasFullscreen && !now) room.leftFullscreen()
      else if (now) room.enteredFullscreen()
      wasFullscreen = now
    })
    room.open()
    return () => {
      stop.abort()
      unwatch()
      room.close()
    }
  }, [room])
}

/** Whether the page fills the screen. */
export const useIsFullscreen = () => useSyncExternalStore(watchFullscreen, isFullscreen)
