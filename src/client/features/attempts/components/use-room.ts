import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isChooserOpen } from '#client/lib/device/file-chooser.ts'
import { isFullscreen, watchFullscreen } from '#client/lib/device/fullscreen.ts'
import { escapeFront, hasJustEscaped } from '#client/ui/modal-stack.ts'
import { isTyped, valueAfterKey } from '../model/answer-values.ts'
import type { Remaining } from '../model/clock.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/notices.ts'
import { OwnText } from '../model/proctoring.ts'
import type { RoomView } from '../model/room-view.ts'

export const useRoomView = (room: ExamRoom): RoomView => useSyncExternalStore(room.subscribe, room.view)

/** Whole seconds left in the open part and the whole test. Only components that use it re-render every second. */
export const useTimeLeft = (room: ExamRoom): Remaining => useSyncExternalStore(room.subscribe, room.timeLeft)

/** True if a dialog covers the exam. Popovers do not count. */
export const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** Time allowed for returning to full screen after an Escape meant for a dialog or popover, in ms. */
const escapeGraceMs = 10_000

/**
 * Reports full screen changes to the room. Without a keyboard lock, browsers handle Escape themselves and the page only
 * sees that full screen has ended. So this closes the dialog or popover that Escape was meant for, and records nothing
 * if the student returns in time.
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
      if (isChooserOpen() || escapeFront() || hasJustEscaped() || isDialogOpen()) {
        room.notify(proctoringSentences.fullscreenNeeded)
        late = setTimeout(left, isChooserOpen() ? chooserMs : escapeGraceMs)
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
 * Reports copying from the exam and pasting into it. Neither is blocked. Students may copy and paste their own code and
 * typed answers.
 */
function watchClipboard(room: ExamRoom, signal: AbortSignal): void {
  const own = new OwnText(room.test.codingQuestions)
  const copied = ({ target, clipboardData }: ClipboardEvent) => {
    if (inEditor(target)) return own.copied(clipboardData?.getData('text/plain') ?? '')
    if (isTextField(target)) return own.copied(selectedIn(target))
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
        (inEditor(target) || isTextField(target)) &&
        own.isOwn(clipboardData?.getData('text/plain') ?? '', room.view().codes.values())
      if (!isPassword && !isOwn) room.clipboard('paste')
    },
    // Capture the event before the editor handles it. Otherwise, pasted text would look like the student's own.
    { signal, capture: true },
  )
}

const inEditor = (target: EventTarget | null) => target instanceof Element && target.closest('[data-editor]') !== null

/** True for inputs that take text, unlike radio buttons and checkboxes. */
const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

/** How long a file chooser may hide the page before this counts as a tab switch. */
const chooserMs = 120_000

/** True if keys change the focused field. */
const takesKeys = (target: EventTarget | null) => isTextField(target) || target instanceof HTMLSelectElement

/** Opens the room while mounted and reports page events to it. */
export function useRoomEvents(room: ExamRoom): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const on = (name: string, hear: (event: Event) => void) => window.addEventListener(name, hear, { signal })
    // A reload also hides the page, but is not a tab switch. The pagehide event comes first.
    let leaving = false
    on('pagehide', () => {
      leaving = true
      room.flushTyped()
    })
    on('pageshow', () => {
      leaving = false
      room.shown()
    })
    let hidden: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      clearTimeout(hidden)
      if (document.visibilityState === 'visible') room.shown()
      else if (isChooserOpen()) {
        room.flushTyped()
        hidden = setTimeout(() => room.hidden(), chooserMs)
      } else if (!leaving) room.hidden()
    }
    document.addEventListener('visibilitychange', changed, { signal })
    on('online', () => room.retry())
    on('offline', () => room.lostNetwork())
    on('beforeunload', (event) => {
      const { unsent, files = 0 } = room.view().save
      if (unsent + files > 0) event.preventDefault()
    })
    watchClipboard(room, signal)
    const unwatch = watchScreen(room)
    room.open()
    return () => {
      stop.abort()
      unwatch()
      clearTimeout(hidden)
      room.close()
    }
  }, [room])
}

export const useIsFullscreen = () => useSyncExternalStore(watchFullscreen, isFullscreen)

/**
 * Keyboard shortcuts: letters or numbers choose options, arrows navigate, M marks for review, Delete clears (C is an
 * option), ? shows help. Disabled in the coding section, in text fields and selects, and while a dialog is open.
 *
 * @param onHelp opens or closes the shortcut help
 */
export function useShortcuts(room: ExamRoom, onHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (isDialogOpen() || takesKeys(event.target)) return
    const { index, question, value, part } = room.view()
    // In the coding section, keys type code.
    if (part.coding.length > 0) return
    const key = event.key.toUpperCase()
    const chosen = question && valueAfterKey(question, value, key)
    // Handle the left and right arrows here. Otherwise, the radio group would change the answer.
    if (key === 'ARROWRIGHT') room.goTo(index + 1)
    else if (key === 'ARROWLEFT') room.goTo(index - 1)
    else if (chosen !== undefined) room.answer(chosen)
    else if (key === 'M') room.toggleMark()
    // Not for typed answers: the key may be meant for a text field that has just lost the focus.
    else if ((key === 'DELETE' || key === 'BACKSPACE') && value !== null && question && !isTyped(question))
      room.answer(null)
    else if (key === '?') onHelp()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
