import type { StoredImage } from './found.ts'
import { codeText, hasSymbols, isHidden, losesStyle, losses, script, scriptTex, shiftOf } from './html-styles.ts'
import { displayFormula, escapeMarkdown, escapeOneLine, inlineCode, inlineFormula } from './markdown.ts'
import { texOf } from './math-ml.ts'
import { UnwritableFormula } from './tex.ts'
import { isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Elements whose content is not part of the text. */
export const hidden = new Set('head link meta noscript script style template title'.split(' '))
const media = new Set('audio canvas embed iframe object video'.split(' '))
const controls = new Set('button input select textarea'.split(' '))

/** A piece of a line: text to escape, Markdown as it is with its plain text, or the start or end of emphasis. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'raw'; markdown: string; text: string; tex: string }
  | { kind: 'open' | 'close'; delimiter: string; id: number }

/** Puts delimiters around pieces, but not around the space at their ends, where Markdown ignores them. */
function emphasised(pieces: readonly Piece[], open: Piece, close: Piece): Piece[] {
  const split = pieces.flatMap((piece): Piece[] =>
    piece.kind === 'text' ? piece.text.split(/(^\s+|(?<!\s)\s+$)/).map((text) => ({ ...piece, text })) : [piece],
  )
  const isShown = (piece: Piece) => piece.kind !== 'text' || piece.text.trim() !== ''
  const start = split.findIndex(isShown)
  if (start < 0) return split
  const end = split.findLastIndex(isShown) + 1
  return [...split.slice(0, start), open, ...split.slice(start, end), close, ...split.slice(end)]
}

/** Formulas as MathJax finds them, up to the length that we show. Without the limit, the search takes quadratic time. */
export const formulas = /\$\$([\s\S]{1,2000}?)\$\$|\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]/g

/** Replaces Markdown while the text around it is escaped. Private characters of the text itself are dropped. */
const placeholder = (place: number) => String.fromCodePoint(0xf0000 + place)
export const placeholders = /[\u{f0000}-\u{fffff}]/gu

const emphasis: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  cite: '*',
  var: '*',
})

/** Maximum number of pieces examined on each side of emphasis. Nested delimiters count, although they have no text. */
const maxNeighbours = 300
const touchesWordBefore = /[\p{L}\p{N})\]_*`\\]$/u
const touchesWordAfter = /^[\p{L}\p{N}([_*`]/u
/** Emphasis that begins or ends with punctuation must have punctuation, a space or nothing next to it outside. */
const [startsWithPunctuation, endsWithPunctuation] = [/^[\p{P}\p{S}]/u, /[\p{P}\p{S}]$/u]
const [isLooseBefore, isLooseAfter] = [/(?:^|[\s\p{P}\p{S}])$/u, /^(?:$|[\s\p{P}\p{S}])/u]

/** Trims each line, and the whole. A single non-breaking space is a space; several draw a blank. */
const trimLines = (text: string) =>
  text
    .replace(/(?<!\u00a0)\u00a0(?!\u00a0)/g, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').replace(/^ | $/g, ''))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')

/** Writes the lines of a text, and collects their losses. */
export class InlineWriter {
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
          tex,
        })
      end = found.index + whole.length
    }
    return [...pieces, { kind: 'text', text: clean.slice(end) }]
  }

  #emphasis(delimiter: string, children: readonly XmlNode[]): Piece[] {
    const [only, ...more] = children
    const inner = isElement(only) && more.length === 0 ? emphasis[only.name] : undefined
    // Both together have a separate delimiter.
    if (isElement(only) && inner && inner !== delimiter && delimiter !== '***')
      return this.#emphasis('***', only.children)
    const id = this.#emphasised++
    return emphasised(this.#pieces(children), { kind: 'open', delimiter, id }, { kind: 'close', delimiter, id })
  }

  #image({ attributes }: XmlElement): Piece[] {
    const { src = '', alt = '' } = attributes
    const equation = attributes['data-equation-content']
    if (equation) return [{ kind: 'raw', markdown: inlineFormula(equation), text: equation, tex: equation }]
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
    if (tex === '') return []
    const isDisplay = element.attributes.display === 'block'
    return [{ kind: 'raw', markdown: isDisplay ? displayFormula(tex) : inlineFormula(tex), text: textOf(element), tex }]
  }

  /** A superscript or subscript, which may contain others and formulas. */
  #script(children: readonly XmlNode[], isUpper: boolean): Piece[] {
    const pieces = this.#pieces(children).filter(({ kind }) => kind !== 'open' && kind !== 'close')
    const text = pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')
    if (text.trim() === '') return pieces
    try {
      const isPlain = pieces.every(({ kind }) => kind !== 'raw')
      const texIn = (piece: Piece) => (piece.kind === 'raw' ? piece.tex : 'text' in piece ? scriptTex(piece.text) : '')
      const tex = `${isUpper ? '^' : '_'}{${isPlain ? scriptTex(text) : pieces.map(texIn).join('')}}`
      return [{ kind: 'raw', markdown: (isPlain && script(text, isUpper)) || inlineFormula(tex), text, tex }]
    } catch (error) {
      if (!(error instanceof UnwritableFormula)) throw error
      // Such as a gap, which cannot be filled in inside a formula.
      this.told.add(losses.script)
      return pieces
    }
  }

  /** Records the losses of an element's style. */
  styled(element: XmlElement) {
    if (losesStyle(element)) this.told.add(losses.style)
    if (hasSymbols(element)) this.told.add(losses.symbol)
  }

  #inline(element: XmlElement): Piece[] {
    const { children, attributes } = element
    const name = shiftOf(element) ?? element.name
    this.styled(element)
    if (isHidden(element)) {
      if (textOf(element).trim() !== '') this.told.add(losses.hidden)
      return []
    }
    if (name === 'svg') {
      this.told.add(losses.image('drawings inside the text cannot be read'))
      return []
    }
    if (hidden.has(name)) {
      if (name === 'script' || name === 'style') this.told.add(losses.code)
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
      case 'sup':
        return this.#script(children, name === 'sup')
      case 'q':
        return [{ kind: 'text', text: '“' }, ...this.#pieces(children), { kind: 'text', text: '”' }]
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt': {
        const lines = codeText(children, false).replace(placeholders, '').split('\n')
        return lines.flatMap((text, at): Piece[] => [
          ...(at > 0 ? [{ kind: 'text', text: '\n' } as const] : []),
          { kind: text.trim() === '' ? 'text' : 'code', text },
        ])
      }
      case 'rp':
        return []
      case 'rt':
        if (textOf(element).trim() === '') return []
        this.told.add(losses.ruby)
        return [{ kind: 'text', text: '(' }, ...this.#pieces(children), { kind: 'text', text: ')' }]
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
        if (/text-decoration[^;]*line-through/i.test(style)) this.told.add(losses.strike)
        if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) return this.#emphasis('**', children)
        if (/font-style\s*:\s*(?:italic|oblique)/i.test(style)) return this.#emphasis('*', children)
        return this.#pieces(children)
      }
    }
  }

  #pieces(nodes: readonly XmlNode[]): Piece[] {
    return nodes.flatMap((node) => (isElement(node) ? this.#inline(node) : this.#textPieces(node)))
  }

  /** Writes content on one line, for a heading or table cell. In cells, even code and formulas must escape `|`. */
  line(nodes: readonly XmlNode[], { isCell = false } = {}): string {
    const pieces = this.#pieces(nodes)
    if (pieces.some((piece) => piece.kind === 'text' && piece.text.includes('\n'))) this.told.add(losses.oneLine)
    return this.#written(pieces, escapeOneLine, (markdown) => (isCell ? markdown.replaceAll('|', '\\|') : markdown))
  }

  /** Writes a paragraph. */
  paragraph(nodes: readonly XmlNode[]): string {
    const pieces = this.#pieces(nodes)
    const plain = trimLines(pieces.map((piece) => ('text' in piece ? piece.text : '')).join(''))
    const escaped = escapeMarkdown(plain)
    if (escaped !== plain && /^`{3,}$/m.test(escaped)) {
      if (pieces.some(({ kind }) => kind !== 'text')) this.told.add(losses.inCode)
      return escaped
    }
    const hasDollars = pieces.filter((piece) => 'text' in piece && piece.text.includes('$')).length > 1
    return this.#written(pieces, (text) => escapeMarkdown(text, hasDollars || undefined))
  }

  #written(
    pieces: readonly Piece[],
    escapeText: (text: string) => string,
    inside: (markdown: string) => string = (markdown) => markdown,
  ): string {
    const marks = this.#marks(pieces)
    const raw: string[] = []
    const kept = (markdown: string) => {
      raw.push(inside(markdown))
      return placeholder(raw.length - 1)
    }
    let text = ''
    let code = ''
    const endCode = () => {
      if (code !== '') text += kept(inlineCode(code))
      code = ''
    }
    for (const piece of pieces) {
      if (piece.kind === 'code') {
        // Adjacent code is merged, because the delimiters would touch.
        code += piece.text
        continue
      }
      if ((piece.kind === 'open' || piece.kind === 'close') && !marks.has(piece.id)) continue
      if ('text' in piece && piece.text === '') continue
      endCode()
      text += piece.kind === 'text' ? piece.text : kept(piece.kind === 'raw' ? piece.markdown : piece.delimiter)
    }
    endCode()
    return escapeText(trimLines(text)).replace(placeholders, (char) => raw[(char.codePointAt(0) ?? 0) - 0xf0000] ?? '')
  }

  /** Ids of the emphasis that Markdown recognises: not empty, not inside a word, not inside other emphasis. */
  #marks(pieces: readonly Piece[]): Set<number> {
    const kept = new Set<number>()
    const shown = pieces.map((piece) =>
      piece.kind === 'code'
        ? inlineCode(piece.text)
        : piece.kind === 'raw'
          ? piece.markdown
          : 'text' in piece
            ? piece.text
            : '',
    )
    const ends = new Map(pieces.flatMap((piece, at) => (piece.kind === 'close' ? [[piece.id, at] as const] : [])))
    const before = (at: number) => shown.slice(Math.max(0, at - maxNeighbours), at).join('')
    const after = (end: number) => shown.slice(end, end + maxNeighbours).join('')
    let openUntil = -1
    let delimiter = ''
    for (const [at, piece] of pieces.entries()) {
      if (piece.kind !== 'open') continue
      const end = ends.get(piece.id) ?? at
      const inside = shown.slice(at, end).join('')
      if (inside.trim() === '') continue
      if (at < openUntil) {
        if (delimiter !== piece.delimiter && delimiter !== '***') this.told.add(losses.emphasis)
        continue
      }
      const isBroken =
        inside !== inside.trim() ||
        inside.includes('\n') ||
        // Two delimiters would touch.
        (openUntil >= 0 && shown.slice(openUntil, at).join('') === '') ||
        touchesWordBefore.test(before(at)) ||
        touchesWordAfter.test(after(end)) ||
        (startsWithPunctuation.test(inside) && !isLooseBefore.test(before(at))) ||
        (endsWithPunctuation.test(inside) && !isLooseAfter.test(after(end))) ||
        /^[*_`]|[*_`\\]$/.test(inside)
      if (isBroken) this.told.add(losses.inWord)
      else kept.add(piece.id)
      openUntil = end
      delimiter = piece.delimiter
    }
    return kept
  }
}
