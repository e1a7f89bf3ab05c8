import type { SetTex } from '#shared/bank/rich-text-math.rules.ts'

let setTex: SetTex | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** The formula renderer; undefined until it is loaded. */
export const currentSetTex = () => setTex

export function onTexLoaded(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Loads KaTeX once. Until then, formulas are shown as source. If loading fails, it is retried when back online. */
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

/** Loads KaTeX if a paper may need it, in case the device is offline later. @param text the whole paper's text */
export function prepareTex(text: string): void {
  if (/\$|\\[([]/.test(text)) void loadTex()
}
