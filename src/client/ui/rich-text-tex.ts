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

/** Fetches KaTeX, once. Formulas are shown as they were written until then; without a network it is tried again with one. */
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

/** Fetches KaTeX when a paper may need it later, while there is a network. @param text of the whole paper */
export function prepareTex(text: string): void {
  if (/\$|\\[([]/.test(text)) void loadTex()
}
