import { richTokens } from '#shared/bank/rich-text.rules.ts'
import { languageClass } from './code-language.ts'
import { fixedSpaces } from './markdown.ts'
import { escapeHtml } from './moodle-item.ts'

/** Writes the Markdown of question texts as the HTML of Moodle, with formulas as TeX. */

type Token = ReturnType<typeof richTokens>[number]

/** Text that MathJax would mistake for a formula is broken up with tags. */
const textHtml = (text: string) =>
  escapeHtml(text)
    .replace(/\\(?=[()[\]])/g, '\\<span></span>')
    .replace(/\$(?=\$)/g, '$<span></span>')

const formulaHtml = ({ content = '', meta, type }: Token) => {
  const isDisplay = type === 'math_block' || meta?.display === true
  return escapeHtml(isDisplay ? `\\[${content}\\]` : `\\(${content}\\)`)
}

/** The tags that open and close most tokens. */
function tagHtml({ tag, nesting, attrs }: Token, more = ''): string {
  if (nesting < 0) return `</${tag}>`
  const attributes = (attrs ?? []).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('')
  return `<${tag}${attributes}${more}>`
}

const codeHtml = (content: string, attribute = '') => `<code${attribute}>${escapeHtml(content)}</code>`

function tokensHtml(tokens: readonly Token[]): string {
  /** The next number of each list around. */
  const numbers: number[] = []
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'inline':
          return tokensHtml(token.children ?? [])
        case 'text':
          return textHtml(token.content)
        case 'softbreak':
        case 'hardbreak':
          return '<br>'
        case 'code_inline':
          return codeHtml(fixedSpaces(token.content))
        case 'fence':
        case 'code_block':
          return `<pre>${codeHtml(token.content.replace(/\n$/, ''), languageClass(token.info))}</pre>`
        case 'math':
          return formulaHtml(token)
        case 'math_block':
          return `<p>${formulaHtml(token)}</p>`
        case 'paragraph_open':
        case 'paragraph_close':
          // The items of tight lists have no paragraphs.
          return token.hidden ? '' : tagHtml(token)
        case 'ordered_list_open':
          numbers.push(Number(token.attrGet('start') ?? 1))
          return tagHtml(token)
        case 'bullet_list_open':
          numbers.push(Number.NaN)
          return tagHtml(token)
        case 'ordered_list_close':
        case 'bullet_list_close':
          numbers.pop()
          return tagHtml(token)
        case 'list_item_open': {
          const expected = numbers.pop() ?? Number.NaN
          const number = token.info ? Number(token.info) : expected
          numbers.push(number + 1)
          return tagHtml(token, number === expected || Number.isNaN(expected) ? '' : ` value="${number}"`)
        }
        default:
          return tagHtml(token)
      }
    })
    .join('')
}

/** A text as HTML. @param inline for options and parts */
export function moodleHtml(markdown: string, inline = false): string {
  const tokens = richTokens(markdown, inline)
  const [first, content] = tokens
  if (inline && tokens.length === 3 && first?.type === 'paragraph_open') return tokensHtml(content?.children ?? [])
  return tokensHtml(tokens)
}

/** An inline text without formatting, and whether it had any. Formulas stay TeX. */
export function moodlePlain(markdown: string): { text: string; isFormatted: boolean } {
  let isFormatted = false
  const write = (tokens: readonly Token[]): string =>
    tokens
      .map((token) => {
        switch (token.type) {
          case 'inline':
            return write(token.children ?? [])
          case 'text':
            return token.content
          case 'softbreak':
          case 'hardbreak':
            return '\n'
          case 'math':
          case 'math_block':
            return `${token.meta?.display || token.type === 'math_block' ? `\\[${token.content}\\]` : `\\(${token.content}\\)`}`
          case 'paragraph_open':
            return ''
          case 'paragraph_close':
            return '\n\n'
          default:
            isFormatted = true
            return token.content
        }
      })
      .join('')
  return { text: write(richTokens(markdown, true)).trim(), isFormatted }
}
