import { useEffect } from 'react'

/** The open dialogs by their id, the last one in front. */
const open: string[] = []

/** Whether no other dialog lies over this one. */
export const isInFront = (id: string) => open.at(-1) === id

/** What opened a dialog; for a menu's action, which is gone by then, the menu's button. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  if (!menu) return active
  const button = menu.id.replace(/-dropdown$/, '')
  return document.getElementById(button) ?? document.getElementById(`${button}-target`)
}

/** Mantine waits as long for what takes the focus elsewhere at the same moment, in ms. */
const settleMs = 10

/**
 * Notes a dialog while it is open, and gives the focus back after it. Mantine's own way forgets who opened a dialog that is
 * open from its first moment, or that a menu opened.
 *
 * @param id of the element that the dialog is in
 */
export function useOpenDialog(id: string, opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const opener = openerOf(document.activeElement)
    open.push(id)
    return () => {
      open.splice(open.indexOf(id), 1)
      setTimeout(() => {
        const active = document.activeElement
        // The dialog holds the focus while it fades out; anything else took it on purpose.
        const lost = active === null || active === document.body || document.getElementById(id)?.contains(active)
        // The opener may be gone with its row: then the page, so that the next Tab goes on there.
        const target = opener?.isConnected ? opener : document.getElementById('main')
        if (lost && !isInFront(id) && target instanceof HTMLElement) target.focus({ preventScroll: true })
      }, settleMs)
    }
  }, [id, opened])
}
