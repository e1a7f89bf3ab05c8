/** Older Safari supports full screen only with its own prefix. iPhones do not support it at all. */
interface PrefixedElement {
  webkitRequestFullscreen?: () => void
}
interface PrefixedDocument {
  webkitFullscreenElement?: Element | null
  webkitExitFullscreen?: () => void
}

/** Lets Escape close our dialogs; holding it exits full screen. Available only in some browsers, over https. */
interface KeyboardLock {
  keyboard?: { lock?: (keys: string[]) => Promise<void>; unlock?: () => void }
}

const page = (): HTMLElement & PrefixedElement => document.documentElement
const doc = (): Document & PrefixedDocument => document

export const canFullscreen = () =>
  typeof page().requestFullscreen === 'function' || typeof page().webkitRequestFullscreen === 'function'

export const isFullscreen = () => Boolean(doc().fullscreenElement ?? doc().webkitFullscreenElement)

/** Requests full screen. Must be called from a click handler. @returns true if the browser granted it */
export async function enterFullscreen(): Promise<boolean> {
  try {
    if (typeof page().requestFullscreen === 'function') await page().requestFullscreen()
    else if (page().webkitRequestFullscreen) page().webkitRequestFullscreen?.()
    else return false
    keepEscape()
    return true
  } catch {
    return false
  }
}

function keepEscape(): void {
  const { keyboard }: KeyboardLock = navigator as KeyboardLock
  keyboard?.lock?.(['Escape']).catch(() => {})
}

export async function leaveFullscreen(): Promise<void> {
  ;(navigator as KeyboardLock).keyboard?.unlock?.()
  if (!isFullscreen()) return
  try {
    if (typeof doc().exitFullscreen === 'function') await doc().exitFullscreen()
    else doc().webkitExitFullscreen?.()
  } catch {
    // The browser has already left full screen.
  }
}

/** Calls `changed` on every change. @returns a function that stops watching */
export function watchFullscreen(changed: () => void): () => void {
  const names = ['fullscreenchange', 'webkitfullscreenchange']
  for (const name of names) document.addEventListener(name, changed)
  return () => {
    for (const name of names) document.removeEventListener(name, changed)
  }
}
