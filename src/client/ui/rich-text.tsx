import DOMPurify from 'dompurify'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { richHtml } from '#shared/bank/rich-text.rules.ts'
import classes from './rich-text.module.css'
import { currentSetTex, loadTex, onTexLoaded } from './rich-text-tex.ts'

const text = 'p br strong em code pre ul ol li blockquote h3 h4 h5 h6 div span table thead tbody tr th td'
const mathMl =
  'math semantics annotation menclose mfrac mglyph mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover'
const drawing = 'svg path line'
const attributes =
  'class style value start aria-hidden display encoding accent accentunder columnalign columnlines columnspacing fence height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width viewbox preserveaspectratio d x1 x2 y1 y2 stroke-width'

/** The output of KaTeX, and of Markdown without links: nothing interactive, nothing that loads resources. */
const allowed = {
  ALLOWED_TAGS: `${text} ${mathMl} ${drawing}`.split(' '),
  ALLOWED_ATTR: attributes.split(' '),
}

const allowedWithFigures = {
  ALLOWED_TAGS: [...allowed.ALLOWED_TAGS, 'img'],
  ALLOWED_ATTR: [...allowed.ALLOWED_ATTR, 'src', 'alt'],
}

/** Defence in depth: `richHtml` already escapes all HTML. */
const sanitize = (html: string, figures: boolean): string =>
  DOMPurify.sanitize(html, figures ? allowedWithFigures : allowed)

interface RichTextProps {
  text: string
  /** For options and similar text: `- 5`, `# x` and `1. a` are literal, and code has no frame. */
  inline?: boolean
  /** Shows figures of an imported statement. */
  figures?: boolean
  className?: string | undefined
}

/**
 * Renders an author's text or a student's essay: Markdown, code and formulas, with line breaks. Use only in lazy-loaded
 * screens.
 */
export function RichText({ text, inline = false, figures = false, className }: RichTextProps) {
  const root = useRef<HTMLDivElement>(null)
  const setTex = useSyncExternalStore(onTexLoaded, currentSetTex)
  // Keep the same object while the text is unchanged. Otherwise, React would set the HTML on every render.
  const { content, hasMath } = useMemo(() => {
    const { html, hasMath } = richHtml(text, { inline, setTex, figures })
    return { content: { __html: sanitize(html, figures) }, hasMath }
  }, [text, inline, setTex, figures])
  useEffect(() => {
    if (hasMath && !setTex) void loadTex()
  }, [hasMath, setTex])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other elements to check
  useEffect(() => (root.current ? markScrollers(root.current) : undefined), [content])
  return (
    <div
      ref={root}
      className={className ? `${classes.rich} ${className}` : classes.rich}
      data-inline={inline || undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by richHtml, which escapes all HTML, and sanitised
      dangerouslySetInnerHTML={content}
    />
  )
}

const formula = '[data-math="display"], [data-math="inline"]'
/** Labels for scrollable parts. Formulas keep their own text, which may be an option's accessible name. */
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

/** Forwards a click to the label's control: in some browsers, a label ignores clicks on focusable children. */
function redispatch({ target }: MouseEvent) {
  if (target instanceof Element) target.closest('[tabindex]')?.closest('label')?.control?.click()
}

/** Keeps arrow keys that scroll the focused element from triggering the page's shortcuts. */
function keepArrows(event: KeyboardEvent) {
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  if (sideways && event.target instanceof HTMLElement && event.target.tabIndex === 0) event.stopPropagation()
}

/** Watches an element's code, formulas and tables for overflow. @returns a function that stops watching */
function markScrollers(root: HTMLElement): (() => void) | undefined {
  if (!root.querySelector(`pre, [data-table], ${formula}`)) return undefined
  const look = () => mark(root)
  const observer = new ResizeObserver(look)
  observer.observe(root)
  // A formula's fonts load after the formula is rendered.
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
