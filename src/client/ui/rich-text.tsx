import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import classes from './rich-text.module.css'
import { richHtml } from './rich-text-html.ts'
import { sanitize } from './rich-text-sanitize.ts'
import { markScrollers } from './rich-text-scroll.ts'
import { currentSetTex, loadTex, onTexLoaded } from './rich-text-tex.ts'

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is other pieces to look at
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
