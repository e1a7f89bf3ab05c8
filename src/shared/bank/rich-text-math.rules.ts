import type { MarkdownIt, StateInline } from 'markdown-it'

/** Renders a formula. @throws if the source is invalid or uses something that is not allowed */
export type SetTex = (source: string, display: boolean) => string

/** State shared by the rules and the caller. */
export interface MathEnv {
  setTex?: SetTex | undefined
  hasMath?: boolean
}

const maxFormulaLength = 2_000

const fences = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
] as const

/** True if an odd number of backslashes precedes a position. */
function escaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

function closing(text: string, close: string, from: number): number {
  let at = text.indexOf(close, from)
  // Skip `\\]`, a new row followed by a bracket, and `\$$`, which starts with an escaped dollar sign.
  while (at >= 0 && escaped(text, at)) at = text.indexOf(close, at + 1)
  return at - from > maxFormulaLength ? -1 : at
}

/** Rejects a letter after the `$`, as in PHP's `$a=$b`, unless it is part of an ending, as in `$n$th` and `$x$s`. */
const closesBefore = /^(?![\p{L}\p{N}_$])|^(?:th|st|nd|rd|s)(?![\p{L}\p{N}_])/u

/**
 * Position of the closing `$` of the `$…$` that starts at `open`, or -1. As in pandoc, there must be no space directly
 * inside the dollar signs and no digit after them. It must also be on one line, with no letter before or after. So
 * `$5 and $10`, `US$5` and `$a=$b` are text.
 */
function dollarEnd(text: string, open: number): number {
  if (!/\S/.test(text[open + 1] ?? ' ') || /[\p{L}_$]/u.test(text[open - 1] ?? '')) return -1
  for (let at = open + 1; at < text.length && at - open <= maxFormulaLength; at++) {
    const char = text[at]
    if (char === '\n') return -1
    if (char !== '$' || at === open + 1 || escaped(text, at)) continue
    const before = text[at - 1] ?? ''
    const stands = !/\s/.test(before) && (before !== '$' || escaped(text, at - 1))
    if (stands && closesBefore.test(text.slice(at + 1, at + 5))) return at
  }
  return -1
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const fence = fences.find(({ open }) => src.startsWith(open, pos))
  let [from, end, behind, display] = [pos + 1, -1, 0, false]
  if (fence) {
    from = pos + fence.open.length
    end = closing(src, fence.close, from)
    behind = end + fence.close.length
    display = fence.display
  } else if (src[pos] === '$') {
    end = dollarEnd(src, pos)
    behind = end + 1
  }
  if (end < 0 || !src.slice(from, end).trim()) return false
  if (!silent) {
    const token = state.push('math', 'span', 0)
    token.content = src.slice(from, end).trim()
    token.markup = src.slice(pos, behind)
    token.meta = { display }
  }
  state.pos = behind
  return true
}

/** The formula as HTML. Falls back to its source until KaTeX is loaded, and if the formula is invalid. */
function showFormula(
  escapeHtml: (text: string) => string,
  tag: string,
  env: MathEnv,
  source: string,
  content: string,
  display: boolean,
) {
  env.hasMath = true
  try {
    const html = env.setTex?.(content, display)
    if (html !== undefined) return `<${tag} data-math="${display ? 'display' : 'inline'}">${html}</${tag}>`
  } catch {
    // The source is more useful than an error.
  }
  return `<${tag} data-math="source">${escapeHtml(source)}</${tag}>`
}

/** Adds `$…$`, `$$…$$`, `\(…\)` and `\[…\]` to Markdown. */
export function addMath(markdown: MarkdownIt) {
  const { escapeHtml } = markdown.utils
  markdown.inline.ruler.before('escape', 'math', inlineMath)
  // A line of a display formula may start with `-` or `+`, which would otherwise start a list.
  markdown.block.ruler.before(
    'fence',
    'math_block',
    (state, start, end, silent) => {
      const at = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
      const fence = fences.find(({ open, display }) => display && state.src.startsWith(open, at))
      if (!fence || (state.sCount[start] ?? 0) - state.blkIndent >= 4) return false
      const from = at + fence.open.length
      const close = closing(state.src, fence.close, from)
      if (close < 0 || close > (state.eMarks[end - 1] ?? 0)) return false
      const behind = close + fence.close.length
      let last = start
      while (last < end && (state.eMarks[last] ?? 0) < behind) last++
      // If text follows, the formula is part of a paragraph.
      if (state.src.slice(behind, state.eMarks[last]).trim() || !state.src.slice(from, close).trim()) return false
      if (silent) return true
      const token = state.push('math_block', 'div', 0)
      token.content = state.src.slice(from, close).trim()
      token.markup = state.src.slice(at, behind)
      token.map = [start, last + 1]
      state.line = last + 1
      return true
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  )
  markdown.renderer.rules.math = (tokens, at, _options, env) => {
    const { content = '', markup = '', meta } = tokens[at] ?? {}
    return showFormula(escapeHtml, 'span', env as MathEnv, markup, content, meta?.display === true)
  }
  markdown.renderer.rules.math_block = (tokens, at, _options, env) => {
    const { content = '', markup = '' } = tokens[at] ?? {}
    return showFormula(escapeHtml, 'div', env as MathEnv, markup, content, true)
  }
}
