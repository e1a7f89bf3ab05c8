/** Older Safari knows full screen only by its own prefix; the iPhone does not know it at all. */
interface PrefixedElement {
  webkitRequestFullscreen?: () => void
}
interface PrefixedDocument {
  webkitFullscreenElement?: Element | null
  webkitExitFullscreen?: () => void
}

const page = (): HTMLElement & PrefixedElement => document.documentElement
const doc = (): Document & PrefixedDocument => document

export const canFullscreen = () =>
  typeof page().requestFullscreen === 'function' || typeof page().webkitRequestFullscreen === 'function'

export const isFullscreen = () => Boolean(doc().fullscreenElement ?? doc().webkitFullscreenElement)

/** Asks for full screen; only within a click. @returns whether the browser granted it */
export async function enterFullscreen(): Promise<boolean> {
  try {
    if (typeof page().requestFullscreen === 'function') await page().requestFullscreen()
    else if (page().webkitRequestFullscreen) page().webkitRequestFullscreen?.()
    else return false
    return true
  } catch {
    return false
  }
}

export async function leaveFullscreen(): Promise<void> {
  if (!isFullscreen()) return
  try {
    if (typeof doc().exitFullscreen === 'function') await doc().exitFullscreen()
    else doc().webkitExitFullscreen?.()
  } catch {
    // The browser left by itself a moment ago.
  }
}

/** Calls back on every change. @returns the way to stop */
export function watchFullscreen(changed: () => void): () => void {
  const names = ['fullscreenchange', 'webkitfullscreenchange']
  for (const name of names) document.addEventListener(name, changed)
  return () => {
    for (const name of names) document.removeEventListener(name, changed)
  }
}
