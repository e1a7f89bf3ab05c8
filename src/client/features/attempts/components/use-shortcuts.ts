import { useEffect, useEffectEvent } from 'react'
import { optionLetters } from '#shared/tests/tests.schema.ts'
import type { ExamRoom } from '../model/exam-room.ts'

/** True if a dialog covers the exam. Popovers do not count. */
export const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * Keyboard shortcuts: A–D or 1–4 answer, arrows navigate, M marks for review, Delete clears (C is an answer), ? shows
 * help. Disabled while a dialog is open.
 *
 * @param onHelp opens or closes the shortcut help
 */
export function useShortcuts(room: ExamRoom, onHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (isDialogOpen()) return
    const { index, selected, part } = room.view()
    // In the code editor, keys are text.
    if (part.coding.length > 0) return
    const key = event.key.toUpperCase()
    const letter = optionLetters.find((option, position) => option === key || String(position + 1) === key)
    // Handle left and right before the radio group does, which would change the answer.
    if (key === 'ARROWRIGHT') room.goTo(index + 1)
    else if (key === 'ARROWLEFT') room.goTo(index - 1)
    else if (letter) room.choose(letter)
    else if (key === 'M') room.toggleMark()
    else if ((key === 'DELETE' || key === 'BACKSPACE') && selected !== null) room.choose(null)
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
