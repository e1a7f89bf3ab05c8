import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  /** Of the element that the dialog is in. */
  id: string
  onEscape: () => void
  /** Focus target after closing: its opener, or the opener of the dialog that contained it. */
  openers: readonly Element[]
}

/** The open dialogs and popovers, the last one in front. */
const open: OpenDialog[] = []

let escapedAt = Number.NEGATIVE_INFINITY
/** Longer than a browser takes to leave full screen after the key, in ms. */
const escapeMs = 1_000

/** True if Escape has just closed something: in some browsers the same key also exits full screen. */
export const hasJustEscaped = () => performance.now() - escapedAt < escapeMs

/** Closes the dialog or popover in front, as Escape does. @returns whether one was open */
export function escapeFront(): boolean {
  const front = open.at(-1)
  if (!front) return false
  escapedAt = performance.now()
  front.onEscape()
  return true
}

/** True if any dialog is open. */
export const isDialogOpen = () => open.length > 0

/** Escape is meant for the dialog in front. Mantine's dialogs would all hear it. */
function hearEscape(event: KeyboardEvent) {
  // An open list or menu within the dialog keeps the key for itself.
  const kept = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (event.key === 'Escape' && !event.isComposing && !kept) escapeFront()
}

/** The opener of a dialog; for a menu's action, which is gone by then, the menu's button. */
function openerOf(active: Element): Element | null {
  const menu = active.closest('[role=menu]')
  if (!menu) return active
  const button = menu.id.replace(/-dropdown$/, '')
  return document.getElementById(button) ?? document.getElementById(`${button}-target`)
}

/** Noted while it happens: without motion a menu is gone before the dialog that it opens is there. */
let lastOpener: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastOpener = openerOf(target)
})

/** Time for what takes the focus elsewhere at the same moment, in ms. */
const settleMs = 10

function giveBack({ id, openers }: OpenDialog) {
  const active = document.activeElement
  // The dialog holds the focus while it fades out; anything else took it on purpose.
  const lost = active === null || active === document.body || document.getElementById(id)?.contains(active)
  if (!lost || open.some((dialog) => dialog.id === id)) return
  // All may be gone, as with a deleted row: then the page, so that the next Tab goes on there.
  const target = openers.find(({ isConnected }) => isConnected) ?? document.getElementById('main')
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  watchOver(target)
}

let stopWatching = () => {}

/**
 * The opener may lose the focus shortly after it returns: it is disabled during an action, or removed like an Accept
 * button. Focus it again when possible, else the first control of the same row, or the page.
 */
function watchOver(target: HTMLElement) {
  const row = target.closest('tr, li, article')
  stopWatching()
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document
    if (activeElement === target) return
    if (activeElement !== null && activeElement !== body) return stopWatching()
    if (target.isConnected) return target.focus({ preventScroll: true })
    stopWatching()
    const next = row?.isConnected ? row.querySelector<HTMLElement>('a[href], button:enabled') : null
    const instead = next ?? document.getElementById('main')
    instead?.focus({ preventScroll: true })
  })
  stopWatching = () => {
    observer.disconnect()
    window.removeEventListener('pointerdown', stopWatching)
  }
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  // Clicking elsewhere moves the focus on purpose.
  window.addEventListener('pointerdown', stopWatching)
}

/**
 * Lets Escape close a dialog while it is the one in front, wherever the focus is, and then returns the focus. Mantine forgets the
 * opener of a dialog that is open from the start or that a menu opened.
 *
 * @param id of the element that the dialog is in
 */
export function useOpenDialog(id: string, opened: boolean, onEscape: () => void) {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!opened) return
    const behind = open.at(-1)?.openers ?? []
    const { activeElement, body } = document
    const opener = activeElement && activeElement !== body ? openerOf(activeElement) : lastOpener
    const dialog = { id, onEscape: () => close(), openers: opener ? [opener, ...behind] : behind }
    if (open.push(dialog) === 1) window.addEventListener('keydown', hearEscape, true)
    return () => {
      open.splice(open.indexOf(dialog), 1)
      if (open.length === 0) window.removeEventListener('keydown', hearEscape, true)
      setTimeout(() => giveBack(dialog), settleMs)
    }
  }, [id, opened])
}
