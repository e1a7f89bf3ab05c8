import { richTokens } from '#shared/bank/rich-text.rules.ts'
import { codeEnd } from '#shared/bank/rich-text-code.rules.ts'

/** Writes text as the Markdown of question texts, in which it looks the same. */

/** Characters with a meaning anywhere in a line. The first group is literal: `2*3`, `a * b`, `snake_case`, `____`. */
const signs = /(_{2,}|(?<=[\p{L}\p{N}])[*_](?=[\p{L}\p{N}])|(?<=\S )\*(?= ))|[\\`*_]/gu

/** Escapes a line, and what would begin a heading, list, quotation, code or table. */
const escapeLine = (line: string, hasDollars: boolean): string =>
  line
    .replace(signs, (sign, literal?: string) => literal ?? `\\${sign}`)
    .replace(/\$/g, hasDollars ? '\\$' : '$')
    // Four spaces would begin code.
    .replace(/^[ \t]+/, (space) => (space.length > 3 || space.includes('\t') ? '\u00a0'.repeat(space.length) : space))
    .replace(/^(\s*)(\d{1,9})([.)])(?=\s|$)/, '$1$2\\$3')
    .replace(/^(\s*)([#>+-]|~(?=~~))/, '$1\\$2')
    .replaceAll('|', '\\|')

/** The fence for code that may contain backticks. */
const fenceFor = (code: string, least: number): string =>
  '`'.repeat(Math.max(least, ...(code.match(/`+/g) ?? []).map(({ length }) => length + 1)))

/** Keeps runs of spaces in code that HTML shows in a line. */
export const fixedSpaces = (code: string): string =>
  code.replaceAll('\t', ' ').replace(/ {2,}/g, (run) => ` ${'\u00a0'.repeat(run.length - 1)}`)

/** A block of code. */
export function fencedCode(code: string, language = ''): string {
  const fence = fenceFor(code, 3)
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** Code inside a line. */
export function inlineCode(code: string): string {
  const text = code.replace(/\s*\n\s*/g, ' ').replace(/\s/g, ' ')
  if (text.trim() === '') return text
  const fence = fenceFor(text, 1)
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** Escapes plain text of one line, for a table cell or heading. */
export const escapeOneLine = (text: string): string =>
  escapeLine(text.replace(/\s*\n\s*/g, ' '), true).replace(/(?<!\\)#(?=#*\s*$)/g, '\\#')

/**
 * Escapes plain text. Line breaks are kept. What would be shown as code becomes a block of code.
 * @param hasDollars true to escape even a single dollar sign, because the text around it may have another
 */
export function escapeMarkdown(text: string, hasDollars = text.indexOf('$') !== text.lastIndexOf('$')): string {
  const lines = text.split(/\r\n?|\n/)
  const escaped = lines.map((line) => escapeLine(line, hasDollars))
  const written: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = Math.max(codeEnd(escaped, at), codeEnd(lines, at))
    if (end > at) {
      written.push(fencedCode(lines.slice(at, end).join('\n')))
      at = end
      continue
    }
    // Code begins where a paragraph does.
    do written.push(escaped[at++] ?? '')
    while (at < lines.length && lines[at - 1]?.trim() && lines[at]?.trim())
  }
  return written.join('\n')
}

const [touchesBefore, touchesAfter] = [
  /[\p{L}\p{N}](\*{1,2})(?![*\s])[^*\n]{1,500}(?<!\s)\1(?!\*)/u,
  /(?<!\*)(\*{1,2})(?![*\s])[^*\n]{1,500}(?<!\s)\1[\p{L}\p{N}]/u,
]
/** Losses of Markdown that other programs show in another way. */
export function markdownLosses(markdown: string): string[] {
  const seen = richTokens(markdown, false).flatMap(({ children }) => children ?? [])
  const hasSigns = seen.some(({ type, content }) => type === 'text' && content.includes('*'))
  const plain = hasSigns ? markdown.replace(/\\[\s\S]|`[^`\n]*`/g, ' ') : ''
  return touchesBefore.test(plain) || touchesAfter.test(plain)
    ? ['Bold or italic inside a word is shown with its asterisks']
    : []
}

/** A formula in TeX. These delimiters are also recognised next to letters and digits. */
export const inlineFormula = (tex: string): string => `\\(${tex.trim()}\\)`
export const displayFormula = (tex: string): string => `\\[${tex.trim()}\\]`

/** True if part of a text is inside a formula. */
export function isInFormula(markdown: string, part: string): boolean {
  const holds = ({ type, content }: { type: string; content: string }) =>
    type.startsWith('math') && content.includes(part)
  return richTokens(markdown, false).some((token) => holds(token) || token.children?.some(holds))
}
