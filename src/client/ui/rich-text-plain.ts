import type { Token } from 'markdown-it'
import { richTokens } from '#shared/bank/rich-text.rules.ts'
import { formulaText } from './rich-text-unicode.ts'

/** Falls back to the source if invalid, as on screen. */
function formula({ content, markup, meta, type }: Token): string {
  try {
    return formulaText(content, type === 'math_block' || meta?.display === true)
  } catch {
    return markup
  }
}

const imageSource = /!\[([^\]\n]*)\]\([^)\s]*\)/g

const inlineText = (tokens: readonly Token[]) =>
  tokens
    .map((token) => {
      if (token.type === 'math') return formula(token)
      if (token.type === 'hardbreak' || token.type === 'softbreak') return '\n'
      if (token.type === 'code_inline') return token.content
      return token.content.replace(imageSource, (_whole, name) => (name ? `[Image: ${name}]` : '[Image]'))
    })
    .join('')

const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by)

/**
 * Converts an author's text to plain text for a text file: drops emphasis, writes formulas in Unicode, and indents code
 * and lists.
 */
export function plainText(text: string, { inline = false }: { inline?: boolean } = {}): string {
  const blocks: string[] = []
  const items: string[] = []
  let cells: string[] | null = null
  let marker = ''
  const add = (block: string) => {
    const margin = '  '.repeat(Math.max(0, items.length - 1))
    const [first = '', ...rest] = block.split('\n')
    const hanging = ' '.repeat(items.at(-1)?.length ?? 0)
    blocks.push(
      [`${margin}${marker || hanging}${first}`, ...rest.map((line) => `${margin}${hanging}${line}`)].join('\n'),
    )
    marker = ''
  }
  for (const token of richTokens(text, inline)) {
    if (token.type === 'list_item_open') {
      marker = token.info ? `${token.info}. ` : '- '
      items.push(marker)
    } else if (token.type === 'list_item_close') items.pop()
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') {
      add((cells ?? []).join(' | '))
      cells = null
    } else if (token.type === 'inline') {
      const content = inlineText(token.children ?? [])
      if (cells) cells.push(content)
      else add(content)
    } else if (token.type === 'math_block') add(formula(token))
    else if (token.type === 'fence' || token.type === 'code_block')
      add(indented(token.content.replace(/\n$/, ''), '    '))
  }
  return blocks.join('\n')
}
