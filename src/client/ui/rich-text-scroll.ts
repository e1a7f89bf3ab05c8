const names: [selector: string, name: string][] = [
  ['pre', 'Code'],
  ['[data-math="display"]', 'Formula'],
  ['[data-table]', 'Table'],
]

/** Lets the keyboard reach what is wider than its place, and leaves alone what is not. */
function mark(root: HTMLElement) {
  for (const formula of root.querySelectorAll<HTMLElement>('[data-math="inline"]')) {
    const parts = [...formula.querySelectorAll<HTMLElement>('.katex-base')]
    formula.toggleAttribute(
      'data-wide',
      parts.some((part) => part.offsetWidth > root.clientWidth),
    )
  }
  for (const [selector, name] of [...names, ['[data-math="inline"]', 'Formula'] as const]) {
    for (const piece of root.querySelectorAll<HTMLElement>(selector)) {
      if (piece.scrollWidth > piece.clientWidth && piece.clientWidth > 0) {
        piece.tabIndex = 0
        piece.setAttribute('role', 'group')
        piece.setAttribute('aria-label', name)
      } else for (const attribute of ['tabindex', 'role', 'aria-label']) piece.removeAttribute(attribute)
    }
  }
}

/** Watches a text's code, formulas and tables for being wider than the page. @returns how to stop */
export function markScrollers(root: HTMLElement): (() => void) | undefined {
  if (!root.querySelector('pre, [data-math], [data-table]')) return undefined
  const look = () => mark(root)
  const observer = new ResizeObserver(look)
  observer.observe(root)
  // The first formula's typefaces come after it.
  document.fonts.addEventListener('loadingdone', look)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', look)
  }
}
