import DOMPurify from 'dompurify'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import classes from './rich-text.module.css'
import { richHtml } from './rich-text-html.ts'
import { markScrollers } from './rich-text-scroll.ts'
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

/** Defence in depth: `richHtml` already escapes all HTML of an author. */
const sanitize = (html: string): string => DOMPurify.sanitize(html, allowed)

interface RichTextProps {
  text: string
  /** For options and similar text: `- 5`, `# x` and `1. a` stay literal, and code has no frame. */
  inline?: boolean
  className?: string | undefined
}

/** Renders an author's text: Markdown, code and formulas, keeping line breaks. For lazy-loaded screens. */
export function RichText({ text, inline = false, className }: RichTextProps) {
  const root = useRef<HTMLDivElement>(null)
  const setTex = useSyncExternalStore(onTexLoaded, currentSetTex)
  // One object per text. Otherwise React would set the HTML again on every render.
  const { content, hasMath } = useMemo(() => {
    const { html, hasMath } = richHtml(text, { inline, setTex })
    return { content: { __html: sanitize(html) }, hasMath }
  }, [text, inline, setTex])
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
