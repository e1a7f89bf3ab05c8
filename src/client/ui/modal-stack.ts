import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  /** Of the element that the dialog is in. */
  id: string
  onEscape: () => void
}

/** The open dialogs, the last one in front. */
const open: OpenDialog[] = []

/** Escape is meant for the dialog in front. Mantine's dialogs would all hear it. */
function hearEscape(event: KeyboardEvent) {
  // An open list or menu within the dialog keeps the key for itself.
  const kept = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (event.key === 'Escape' && !event.isComposing && !kept) open.at(-1)?.onEscape()
}

/** What opened a dialog; for a menu's action, which is gone by then, the menu's button. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  if (!menu) return active
  const button = menu.id.replace(/-dropdown$/, '')
  return document.getElementById(button) ?? document.getElementById(`${button}-target`)
}

/** Time for what takes the focus elsewhere at the same moment, in ms. */
const settleMs = 10

function giveBack(id: string, opener: Element | null) {
  const active = document.activeElement
  // The dialog holds the focus while it fades out; anything else took it on purpose.
  const lost = active === null || active === document.body || document.getElementById(id)?.contains(active)
  if (!lost || open.some((dialog) => dialog.id === id)) return
  // The opener may be gone with its row: then the page, so that the next Tab goes on there.
  const target = opener?.isConnected ? opener : document.getElementById('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/**
 * Lets Escape close a dialog while it is the one in front, and gives the focus back after it. Mantine's own way forgets who
 * opened a dialog that is open from its first moment, or that a menu opened.
 *
 * @param id of the element that the dialog is in
 */
export function useOpenDialog(id: string, opened: boolean, onEscape: () => void) {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!opened) return
    const opener = openerOf(document.activeElement)
    const dialog = { id, onEscape: () => close() }
    if (open.push(dialog) === 1) window.addEventListener('keydown', hearEscape, true)
    return () => {
      open.splice(open.indexOf(dialog), 1)
      if (open.length === 0) window.removeEventListener('keydown', hearEscape, true)
      setTimeout(() => giveBack(id, opener), settleMs)
    }
  }, [id, opened])
}
