import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { StoredImage } from './found.ts'
import { UnreadableItem } from './found.ts'
import { displayFormula, escapeMarkdown, fencedCode, inlineCode, inlineFormula } from './markdown.ts'
import { texOf } from './math-ml.ts'
import { childrenOf, findAll, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Writes HTML as the Markdown of question texts. What Markdown cannot show is named as a loss. */

const maxHtml = 500_000
const maxDepth = 100

type Parsed = DefaultTreeAdapterTypes.ChildNode

/** Converts parse5's tree, whose elements have no depth limit. */
function nodesOf(nodes: readonly Parsed[], depth: number): XmlNode[] {
  if (depth > maxDepth) throw new UnreadableItem(`Its HTML is nested more than ${maxDepth} levels deep`)
  return nodes.flatMap((node): XmlNode[] => {
    if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value]
    if (!('tagName' in node)) return []
    const attributes: Record<string, string> = Object.create(null)
    for (const { name, value } of node.attrs) attributes[name] = value
    const content = node.tagName === 'template' ? [] : nodesOf(node.childNodes, depth + 1)
    return [{ name: node.tagName, space: node.namespaceURI, attributes, children: content, line: 0 }]
  })
}

/** Parses HTML as browsers do. @throws UnreadableItem if it is too long or too deep */
export function parseHtml(html: string): XmlNode[] {
  if (html.length > maxHtml)
    throw new UnreadableItem(`Its HTML is longer than ${maxHtml.toLocaleString('en')} characters`)
  return nodesOf(parseFragment(html).childNodes, 0)
}

/** A text as Markdown, with the images that were inside it. */
export interface RichContent {
  text: string
  losses: string[]
  /** URLs, in order. */
  images: string[]
}

export interface HtmlOptions {
  /** Finds and keeps the image that an `src` names. */
  image: (src: string) => Promise<StoredImage>
  /** Reads `$$…$$`, `\(…\)` and `\[…\]` in the text as formulas, as MathJax does. */
  hasTex?: boolean
}

const blockNames = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
/** Elements whose content is not part of the text. */
const hidden = new Set('head link meta noscript script style template title'.split(' '))
const media = new Set('audio canvas embed iframe object video'.split(' '))
const controls = new Set('button input select textarea'.split(' '))

const losses = {
  script: 'Scripts and styles are removed',
  media: 'Audio, video and embedded pages are not kept',
  control: 'Form fields inside the text are removed',
  image: (flaw: string) => `An image is not kept: ${flaw}`,
  link: 'Links are kept as text',
  underline: 'Underlined text is shown in italics',
  strike: 'Struck-out text is not marked as such',
  style: 'Colours, sizes and alignment are not kept',
  inWord: 'Bold or italic inside a word is not kept',
  inCode: 'Formatting inside code is not kept',
  merged: 'Merged table cells are separated',
  nested: 'A table inside a table is written as text',
  lettered: 'Lettered lists are numbered',
  formula: 'A formula is kept as text',
} as const

const superscripts: Record<string, string> = {
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
}
const subscripts: Record<string, string> = { '+': '₊', '-': '₋', '−': '₋', '=': '₌', '(': '₍', ')': '₎' }
for (const [value, sign] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) superscripts[value] = sign
for (const [value, sign] of [...'₀₁₂₃₄₅₆₇₈₉'].entries()) subscripts[value] = sign

const texEscapes: Record<string, string> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
}
/** Plain text inside a formula. */
export const texText = (text: string) =>
  `\\text{${text.replace(/[\\^~]/g, (sign) => texEscapes[sign] ?? sign).replace(/[{}$%#&_]/g, '\\$&')}}`

function script(text: string, isUpper: boolean): string {
  const signs = [...text.trim()].map((sign) => (isUpper ? superscripts : subscripts)[sign])
  if (signs.every((sign) => sign !== undefined)) return signs.join('')
  return inlineFormula(
    `${isUpper ? '^' : '_'}{${/^[a-z0-9+-]+$/i.test(text.trim()) ? text.trim() : texText(text.trim())}}`,
  )
}

/** A piece of a line: text to escape, Markdown as it is with its plain text, or the start or end of emphasis. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'raw'; markdown: string; text: string }
  | { kind: 'open' | 'close'; sign: string; id: number }

/** Formulas as MathJax finds them. */
const formulas = /\$\$([\s\S]+?)\$\$|\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]/g

/** Stands for Markdown while the text around it is escaped. Private characters of the text itself are dropped. */
const placeholder = (place: number) => String.fromCodePoint(0xf0000 + place)
const placeholders = /[\u{f0000}-\u{fffff}]/gu

const touchesWordBefore = /[\p{L}\p{N})\]_*`\\]$/u
const touchesWordAfter = /^[\p{L}\p{N}([_*`]/u

class Writer {
  readonly told = new Set<string>()
  readonly images: string[] = []
  readonly #stored: ReadonlyMap<string, StoredImage>
  readonly #hasTex: boolean
  #emphasised = 0

  constructor(stored: ReadonlyMap<string, StoredImage>, hasTex: boolean) {
    this.#stored = stored
    this.#hasTex = hasTex
  }

  #textPieces(text: string): Piece[] {
    const clean = text.replace(placeholders, '').replace(/[ \t\r\n\f]+/g, ' ')
    if (!this.#hasTex) return [{ kind: 'text', text: clean }]
    const pieces: Piece[] = []
    let end = 0
    for (const found of clean.matchAll(formulas)) {
      const [whole, dollars, inline, display] = found
      const tex = dollars ?? inline ?? display ?? ''
      pieces.push({ kind: 'text', text: clean.slice(end, found.index) })
      if (tex.trim() === '') pieces.push({ kind: 'text', text: whole })
      else
        pieces.push({
          kind: 'raw',
          markdown: inline === undefined ? displayFormula(tex) : inlineFormula(tex),
          text: whole,
        })
      end = found.index + whole.length
    }
    return [...pieces, { kind: 'text', text: clean.slice(end) }]
  }

  #emphasis(sign: string, children: readonly XmlNode[]): Piece[] {
    const id = this.#emphasised++
    return [{ kind: 'open', sign, id }, ...this.#pieces(children), { kind: 'close', sign, id }]
  }

  #image({ attributes }: XmlElement): Piece[] {
    const { src = '', alt = '' } = attributes
    const equation = attributes['data-equation-content']
    if (equation) return [{ kind: 'raw', markdown: inlineFormula(equation), text: equation }]
    const stored = this.#stored.get(src)
    if (stored && 'url' in stored) {
      if (!this.images.includes(stored.url)) this.images.push(stored.url)
      return []
    }
    this.told.add(losses.image(stored?.flaw ?? 'it has no address'))
    return alt.trim() === '' ? [] : [{ kind: 'text', text: `[${alt.trim()}]` }]
  }

  #math(element: XmlElement): Piece[] {
    const tex = texOf(element)
    if (tex === null) {
      this.told.add(losses.formula)
      return [{ kind: 'text', text: textOf(element) }]
    }
    const isDisplay = element.attributes.display === 'block'
    return [{ kind: 'raw', markdown: isDisplay ? displayFormula(tex) : inlineFormula(tex), text: textOf(element) }]
  }

  #styled({ attributes, name }: XmlElement) {
    if (/(?:^|;)\s*(?:color|background|font-size|text-align)\s*:/i.test(attributes.style ?? '') || name === 'font')
      this.told.add(losses.style)
  }

  #inline(element: XmlElement): Piece[] {
    const { name, children, attributes } = element
    this.#styled(element)
    if (hidden.has(name)) {
      if (name === 'script' || name === 'style') this.told.add(losses.script)
      return []
    }
    if (media.has(name)) {
      this.told.add(losses.media)
      return []
    }
    if (controls.has(name)) {
      this.told.add(losses.control)
      return []
    }
    const style = attributes.style ?? ''
    switch (name) {
      case 'br':
        return [{ kind: 'text', text: '\n' }]
      case 'img':
        return this.#image(element)
      case 'math':
        return this.#math(element)
      case 'sub':
      case 'sup': {
        const text = textOf(element)
        return text.trim() === '' ? [] : [{ kind: 'raw', markdown: script(text, name === 'sup'), text }]
      }
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt': {
        const text = textOf(element).replace(/\s+/g, ' ')
        return [{ kind: 'raw', markdown: inlineCode(text), text }]
      }
      case 'b':
      case 'strong':
        return this.#emphasis('**', children)
      case 'i':
      case 'em':
      case 'cite':
      case 'var':
        return this.#emphasis('*', children)
      case 'u':
      case 'ins':
        this.told.add(losses.underline)
        return this.#emphasis('*', children)
      case 's':
      case 'strike':
      case 'del':
        this.told.add(losses.strike)
        return this.#pieces(children)
      case 'a': {
        const { href = '' } = attributes
        const text = textOf(element).trim()
        if (!/^https?:/i.test(href)) return this.#pieces(children)
        this.told.add(losses.link)
        return text === href
          ? this.#pieces(children)
          : [...this.#pieces(children), { kind: 'text', text: ` (${href})` }]
      }
      default: {
        if (/text-decoration[^;]*underline/i.test(style)) {
          this.told.add(losses.underline)
          return this.#emphasis('*', children)
        }
        if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) return this.#emphasis('**', children)
        return this.#pieces(children)
      }
    }
  }

  #pieces(nodes: readonly XmlNode[]): Piece[] {
    return nodes.flatMap((node) => (isElement(node) ? this.#inline(node) : this.#textPieces(node)))
  }

  /** Writes a paragraph. */
  #paragraph(pieces: readonly Piece[]): string {
    const plain = trimLines(pieces.map((piece) => ('text' in piece ? piece.text : '')).join(''))
    const escaped = escapeMarkdown(plain)
    if (escaped !== plain && /^`{3,}$/m.test(escaped)) {
      if (pieces.some(({ kind }) => kind !== 'text')) this.told.add(losses.inCode)
      return escaped
    }
    const raw: string[] = []
    const marks = this.#marks(pieces)
    const text = pieces
      .map((piece) => {
        if (piece.kind === 'text') return piece.text
        const markdown = piece.kind === 'raw' ? piece.markdown : marks.has(piece.id) ? piece.sign : ''
        if (markdown === '') return ''
        raw.push(markdown)
        return placeholder(raw.length - 1)
      })
      .join('')
    return escapeMarkdown(trimLines(text)).replace(
      placeholders,
      (sign) => raw[(sign.codePointAt(0) ?? 0) - 0xf0000] ?? '',
    )
  }

  /** Ids of the emphasis that Markdown recognises: not empty, not inside a word, not inside other emphasis. */
  #marks(pieces: readonly Piece[]): Set<number> {
    const kept = new Set<number>()
    const shown = (piece: Piece | undefined) =>
      piece === undefined ? '' : 'text' in piece ? (piece.kind === 'raw' ? piece.markdown : piece.text) : ''
    const all = pieces.map(shown)
    let openUntil = -1
    for (const [at, piece] of pieces.entries()) {
      if (piece.kind !== 'open' || at < openUntil) continue
      const end = pieces.findIndex((other) => other.kind === 'close' && other.id === piece.id)
      const inside = all.slice(at, end).join('')
      if (inside.trim() === '') continue
      const isBroken =
        inside !== inside.trim() ||
        inside.includes('\n') ||
        touchesWordBefore.test(all.slice(0, at).join('')) ||
        touchesWordAfter.test(all.slice(end).join('')) ||
        /^[*_`]|[*_`\\]$/.test(inside)
      if (isBroken) this.told.add(losses.inWord)
      else kept.add(piece.id)
      openUntil = end
    }
    return kept
  }

  #table(element: XmlElement): string[] {
    if (findAll(element, 'table').length > 0) {
      this.told.add(losses.nested)
      return findAll(element, 'td', 'th').flatMap((cell) => this.blocks(cell.children))
    }
    const rows = findAll(element, 'tr').map((row) =>
      childrenOf(row).filter(({ name }) => name === 'td' || name === 'th'),
    )
    const cells = rows.flat()
    if (cells.some(({ attributes }) => Number(attributes.colspan ?? 1) > 1 || Number(attributes.rowspan ?? 1) > 1))
      this.told.add(losses.merged)
    const width = Math.max(0, ...rows.map((row) => row.length))
    if (width === 0) return []
    const caption = findAll(element, 'caption').flatMap(({ children }) => this.blocks(children))
    const written = rows.map((row) =>
      row.map(({ children }) =>
        this.blocks(children)
          .join(' ')
          .replace(/\s*\n\s*/g, ' '),
      ),
    )
    const line = (row: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`
    const hasHead = rows[0]?.every(({ name }) => name === 'th') ?? false
    const [head = [], ...body] = hasHead ? written : [[], ...written]
    return [...caption, [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')]
  }

  #list(element: XmlElement): string[] {
    const isOrdered = element.name === 'ol'
    if (isOrdered && /^[ai]$/i.test(element.attributes.type ?? '')) this.told.add(losses.lettered)
    const start = Number.parseInt(element.attributes.start ?? '1', 10) || 1
    const items = childrenOf(element).filter(({ name }) => name === 'li')
    return [
      items
        .map(({ children }, place) => {
          const sign = isOrdered ? `${start + place}. ` : '- '
          const blocks = this.blocks(children)
          return sign + blocks.join('\n\n').replace(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`)
        })
        .join('\n'),
    ].filter((text) => text !== '')
  }

  #block(element: XmlElement): string[] {
    this.#styled(element)
    const { name, children } = element
    switch (name) {
      case 'pre':
        return [fencedCode(textOf(element).replace(placeholders, ''))]
      case 'ul':
      case 'ol':
        return this.#list(element)
      case 'table':
        return this.#table(element)
      case 'hr':
        return []
      case 'blockquote':
        return [this.blocks(children).join('\n\n').replace(/^/gm, '> ')].filter((text) => text !== '> ')
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const text = this.blocks(children)
          .join(' ')
          .replace(/\s*\n\s*/g, ' ')
        return text === '' ? [] : [`${'#'.repeat(Number(name[1]))} ${text}`]
      }
      default:
        return this.blocks(children)
    }
  }

  /** Writes nodes as blocks: paragraphs, lists, tables and code. */
  blocks(nodes: readonly XmlNode[]): string[] {
    const blocks: string[] = []
    let line: XmlNode[] = []
    const end = () => {
      if (line.length === 0) return
      const text = this.#paragraph(this.#pieces(line))
      if (text !== '') blocks.push(text)
      line = []
    }
    for (const node of nodes) {
      if (isElement(node) && (blockNames.has(node.name) || hasBlocks(node))) {
        end()
        blocks.push(...this.#block(node))
      } else line.push(node)
    }
    end()
    return blocks
  }
}

/** True for an inline element around blocks, such as `<span><p>…</p></span>`. */
const hasBlocks = (element: XmlElement): boolean =>
  !hidden.has(element.name) &&
  element.name !== 'math' &&
  childrenOf(element).some((child) => blockNames.has(child.name) || hasBlocks(child))

/** Trims each line, and the whole. A single non-breaking space is a space; several draw a blank. */
const trimLines = (text: string) =>
  text
    .replace(/(?<!\u00a0)\u00a0(?!\u00a0)/g, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').replace(/^ | $/g, ''))
    .join('\n')
    .trim()

/**
 * Writes HTML as Markdown. Images are returned apart, because a question has one image beside its text.
 * @param nodes the content of a parsed document, HTML or XHTML
 * @throws UnreadableItem
 */
export async function toMarkdown(
  nodes: readonly XmlNode[],
  { image, hasTex = false }: HtmlOptions,
): Promise<RichContent> {
  const root: XmlElement = { name: 'body', space: '', attributes: {}, children: nodes, line: 0 }
  const stored = new Map<string, StoredImage>()
  for (const { attributes } of findAll(root, 'img')) {
    const { src } = attributes
    if (src && !stored.has(src) && !attributes['data-equation-content']) stored.set(src, await image(src))
  }
  const writer = new Writer(stored, hasTex)
  const text = writer.blocks(nodes).join('\n\n')
  return { text, losses: [...writer.told], images: writer.images }
}

/** Parses HTML and writes it as Markdown. @throws UnreadableItem */
export const htmlToMarkdown = (html: string, options: HtmlOptions) => toMarkdown(parseHtml(html), options)

/** Writes plain text as Markdown. @param hasTex see `HtmlOptions` */
export const plainToMarkdown = async (text: string, hasTex = false): Promise<string> => {
  if (!hasTex) return escapeMarkdown(text)
  let written = ''
  let end = 0
  for (const found of text.matchAll(formulas)) {
    const [whole, dollars, inline, display] = found
    const tex = dollars ?? inline ?? display ?? ''
    written += escapeMarkdown(text.slice(end, found.index))
    written +=
      tex.trim() === '' ? escapeMarkdown(whole) : inline === undefined ? displayFormula(tex) : inlineFormula(tex)
    end = found.index + whole.length
  }
  return written + escapeMarkdown(text.slice(end))
}
