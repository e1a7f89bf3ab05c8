import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  /** Id of the dialog's element. */
  id: string
  onEscape: () => void
  /** Focus targets after closing, best first: the dialog's opener, then those of the dialogs behind it. */
  openers: readonly Element[]
}

/** The open dialogs and popovers, with the front one last. */
const open: OpenDialog[] = []

let escapedAt = Number.NEGATIVE_INFINITY
/** Maximum time a browser takes to leave full screen after the key press, in ms. */
const escapeMs = 1_000

/** True if Escape has just closed something: in some browsers, the same key press also exits full screen. */
export const hasJustEscaped = () => performance.now() - escapedAt < escapeMs

/** Closes the front dialog or popover, like Escape. @returns true if one was open */
export function escapeFront(): boolean {
  const front = open.at(-1)
  if (!front) return false
  escapedAt = performance.now()
  front.onEscape()
  return true
}

export const isDialogOpen = () => open.length > 0

/** Closes only the front dialog on Escape. Mantine would close all of them. */
function hearEscape(event: KeyboardEvent) {
  // An open list or menu within the dialog handles the key itself.
  const kept = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (event.key === 'Escape' && !event.isComposing && !kept) escapeFront()
}

/** The opener of a dialog. For a menu item, returns the menu's button, because the item disappears with the menu. */
function openerOf(active: Element): Element | null {
  const menu = active.closest('[role=menu]')
  if (!menu) return active
  const button = menu.id.replace(/-dropdown$/, '')
  return document.getElementById(button) ?? document.getElementById(`${button}-target`)
}

/** Recorded on focus: without animations, a menu is gone before the dialog it opens has mounted. */
let lastOpener: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastOpener = openerOf(target)
})

/** Delay in ms that lets other code move focus first. */
const settleMs = 10

function restoreFocus({ id, openers }: OpenDialog) {
  const active = document.activeElement
  // The dialog keeps focus while it fades out. If another element has focus, focus was moved on purpose.
  const lost = active === null || active === document.body || document.getElementById(id)?.contains(active)
  if (!lost || open.some((dialog) => dialog.id === id)) return
  // If all openers are gone, for example with a deleted row, focus the page, so Tab continues there.
  const target = openers.find(({ isConnected }) => isConnected) ?? document.getElementById('main')
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  watchOver(target)
}

let stopWatching = () => {}

/**
 * Restores focus if the opener loses it right after the dialog closes, because an action disables or removes it.
 * Focuses the opener again if possible, or else the first control in the same row, or else the page.
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
  // Clicking elsewhere moves focus on purpose.
  window.addEventListener('pointerdown', stopWatching)
}

/**
 * Lets Escape close the dialog while it is in front, wherever focus is, and then restores focus. Mantine loses the
 * opener of a dialog that is open from the start or was opened by a menu.
 *
 * @param id id of the dialog element
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
      setTimeout(() => restoreFocus(dialog), settleMs)
    }
  }, [id, opened])
}
