/** Older Safari knows full screen only by its own prefix; the iPhone does not know it at all. */
interface PrefixedElement {
  webkitRequestFullscreen?: () => void
}
interface PrefixedDocument {
  webkitFullscreenElement?: Element | null
  webkitExitFullscreen?: () => void
}

/** Only some browsers, and only over https: Escape then closes a dialog of ours, and leaves full screen when it is held. */
interface KeyboardLock {
  keyboard?: { lock?: (keys: string[]) => Promise<void>; unlock?: () => void }
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
