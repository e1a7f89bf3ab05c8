const formula = '[data-math="display"], [data-math="inline"]'
/** Labels for scrollable parts. Formulas keep their own text, which may be the name of an option. */
const names: [selector: string, name: string | undefined][] = [
  ['pre', 'Code'],
  ['[data-table]', 'Table'],
  [formula, undefined],
]

/** Makes elements that overflow reachable by keyboard, and no others. */
function mark(root: HTMLElement) {
  for (const inline of root.querySelectorAll<HTMLElement>('[data-math="inline"]')) {
    const parts = [...inline.querySelectorAll<HTMLElement>('.katex-base')]
    const wide = parts.some((part) => part.offsetWidth > root.clientWidth)
    inline.toggleAttribute('data-wide', wide)
  }
  for (const [selector, name] of names) {
    for (const piece of root.querySelectorAll<HTMLElement>(selector)) {
      const scrolls = piece.clientWidth > 0 && piece.scrollWidth > piece.clientWidth
      if (scrolls) piece.tabIndex = 0
      else piece.removeAttribute('tabindex')
      if (!name) continue
      for (const [attribute, value] of [['role', 'group'] as const, ['aria-label', name] as const])
        if (scrolls) piece.setAttribute(attribute, value)
        else piece.removeAttribute(attribute)
    }
  }
}

/** In some browsers a label ignores clicks on its focusable children. */
function redispatch({ target }: MouseEvent) {
  if (target instanceof Element) target.closest('[tabindex]')?.closest('label')?.control?.click()
}

/** Arrow keys scroll the focused element, and must not trigger the page's shortcuts. */
function keepArrows(event: KeyboardEvent) {
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  if (sideways && event.target instanceof HTMLElement && event.target.tabIndex === 0) event.stopPropagation()
}

/** Watches a text's code, formulas and tables for overflow. @returns a function that stops watching */
export function markScrollers(root: HTMLElement): (() => void) | undefined {
  if (!root.querySelector(`pre, [data-table], ${formula}`)) return undefined
  const look = () => mark(root)
  const observer = new ResizeObserver(look)
  observer.observe(root)
  // A formula's typefaces load after it.
  document.fonts.addEventListener('loadingdone', look)
  root.addEventListener('click', redispatch)
  root.addEventListener('keydown', keepArrows)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', look)
    root.removeEventListener('click', redispatch)
    root.removeEventListener('keydown', keepArrows)
  }
}
