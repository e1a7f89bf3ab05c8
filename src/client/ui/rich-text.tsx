import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import classes from './rich-text.module.css'
import { richHtml } from './rich-text-html.ts'
import { sanitize } from './rich-text-sanitize.ts'
import { markScrollers } from './rich-text-scroll.ts'
import { currentSetTex, loadTex, onTexLoaded } from './rich-text-tex.ts'

interface RichTextProps {
  text: string
  /** For options and the like: `- 5`, `# x` and `1. a` stay text, and code has no frame of its own. */
  inline?: boolean
  className?: string | undefined
}

/** What an author wrote: Markdown, code and formulas, line by line as written. For screens that are loaded on demand. */
export function RichText({ text, inline = false, className }: RichTextProps) {
  const root = useRef<HTMLDivElement>(null)
  const setTex = useSyncExternalStore(onTexLoaded, currentSetTex)
  // One object per text: React would write the HTML anew for another.
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
