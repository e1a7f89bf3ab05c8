import type { MarkdownIt } from 'markdown-it'

const indented = /^(?: {2,}|\t)\s*\S/
const bracketed = /[{};]\s*$|^\s*[}\])]/
const keyword =
  /^\s*(?:def|class|for|while|if|elif|else|try|print|return|import|from|select|insert|update|delete|#include|public|private|static|int|void|let|const|var|function|console)\b.*[({:;=<)]/i
/** A list item, a quotation, a heading, or the line below a table's head. */
const markdown =
  /^\s*(?:[-*+]|\d{1,9}[.)]|>(?!>)|#{1,6})\s|^[\s|:-]*-{3,}[\s|:-]*\|[\s|:-]*$|^\s*\|[\s|:-]*-{3,}[\s|:-]*$/
/** Python's prompt, as opposed to a triple-nested quotation. */
const prompt = /^>>> ?\S/
/** The separator line of an ASCII table: `-----+-----`. */
const drawnRuler = /^[\s|+:-]*-{3,}[\s|+:-]*\+[\s|+:-]*$/

const looksLikeCode = (line: string) => indented.test(line) || bracketed.test(line) || keyword.test(line)

/**
 * True if at least two lines and at least half of all lines are code, or for an ASCII table drawn with `|` and
 * `---+---`, or a Python session.
 */
function isCode(lines: readonly string[]): boolean {
  if (lines.some((line) => prompt.test(line))) return true
  if (lines.some((line) => drawnRuler.test(line)) && lines.filter((line) => line.includes('|')).length >= 2) return true
  if (lines.some((line) => markdown.test(line))) return false
  const code = lines.filter(looksLikeCode).length
  return code >= 2 && code * 2 >= lines.length
}

/** A block after code continues it only if all its lines (or its only line) are code and none is a sentence. */
const continuesCode = (lines: readonly string[]) =>
  lines.every((line) => looksLikeCode(line) && !/[.?!]\s*$/.test(line) && !markdown.test(line))

/** The start of a block that needs no empty line before it. */
const opensBlock = /^ {0,3}(?:`{3}|~{3}|\$\$|\\\[)/

/**
 * Finds program code or an ASCII table without a fence: questions come from spreadsheets and other systems, and their
 * code must keep its indentation and its `*`, `_` and `$`.
 *
 * @param lines the text's lines
 * @param from the first line of a paragraph
 * @returns the line after the code, or `from` if there is none
 */
export function codeEnd(lines: readonly string[], from: number): number {
  const paragraph = (start: number) => {
    let end = start
    while (end < lines.length && lines[end]?.trim() && !opensBlock.test(lines[end] ?? '')) end++
    return end
  }
  let end = paragraph(from)
  if (end === from || !isCode(lines.slice(from, end))) return from
  while (true) {
    let next = end
    while (next < lines.length && !lines[next]?.trim()) next++
    const nextEnd = paragraph(next)
    if (next === end || nextEnd === next || !continuesCode(lines.slice(next, nextEnd))) return end
    end = nextEnd
  }
}

/** Adds the rule to Markdown before all others, because they must not change anything that looks like code. */
export function addUnfencedCode(markdown: MarkdownIt) {
  markdown.block.ruler.before('table', 'unfenced_code', (state, start, _end, silent) => {
    if (silent || state.level > 0) return false
    state.env.lines ??= state.src.split('\n')
    const lines = state.env.lines as string[]
    const end = codeEnd(lines, start)
    if (end === start) return false
    const token = state.push('code_block', 'code', 0)
    token.content = lines.slice(start, end).join('\n')
    token.map = [start, end]
    state.line = end
    return true
  })
}
