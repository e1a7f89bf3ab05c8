import type { SetTex } from './rich-text-math.ts'

let setTex: SetTex | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** The formula renderer, once loaded. */
export const currentSetTex = () => setTex

export function onTexLoaded(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Loads KaTeX, once. Formulas are shown as source until then. If it fails offline, it is retried once online. */
export function loadTex(): Promise<void> {
  loading ??= import('./rich-text-katex.ts').then(
    (katex) => {
      setTex = katex.setFormula
      for (const listener of listeners) listener()
    },
    () => {
      loading = undefined
      window.addEventListener('online', () => void loadTex(), { once: true })
    },
  )
  return loading
}

/** Loads KaTeX while online, if a paper may need it later. @param text of the whole paper */
export function prepareTex(text: string): void {
  if (/\$|\\[([]/.test(text)) void loadTex()
}
