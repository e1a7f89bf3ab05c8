import { richHtml } from '#shared/bank/rich-text.rules.ts'
import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import { withLanguages } from './code-language.ts'
import { parseHtml } from './html.ts'
import { fixedSpaces } from './markdown.ts'
import { findAll, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Writes XML, and the Markdown of questions as XHTML. */

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML does not allow.
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** Text between tags or in an attribute. */
export const xmlText = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (char) => entities[char] ?? char)

// XML reads these characters in an attribute as spaces.
const spaceCode = (char: string) => `&#${char.charCodeAt(0)};`

/** An element. Attributes without a value are left out. @param content written XML */
export function tag(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${xmlText(String(value)).replace(/[\t\n\r]/g, spaceCode)}"`)
  const inside = content.join('')
  return inside === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inside}</${name}>`
}

export const xmlDocument = (root: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`, 'utf8')

/** `richHtml` starts headings at the third level. */
const headings: Readonly<Record<string, string>> = { h3: 'h1', h4: 'h2', h5: 'h3', h6: 'h4' }
/** The attributes that are kept. */
const attributesOf = ({ name, attributes }: XmlElement): Attributes => ({
  ...(name === 'ol' && { start: attributes.start }),
  ...(name === 'code' && { class: attributes.class }),
  ...(attributes['data-math'] && { class: 'tex' }),
})

/** Writes every formula with the same delimiters, whichever the author used. */
const setTex = (source: string, display: boolean) => xmlText(display ? `\\[${source}\\]` : `\\(${source}\\)`)
const htmlOf = (markdown: string, inline = false) =>
  withLanguages(richHtml(markdown, { inline, setTex }).html, markdown, inline)

type GapOf = (number: number) => string

const withGaps = (text: string, gapOf: GapOf | null) => {
  if (!gapOf) return xmlText(text)
  let written = ''
  let end = 0
  for (const found of text.matchAll(gapMarker)) {
    written += xmlText(text.slice(end, found.index)) + gapOf(Number(found[1]))
    end = found.index + found[0].length
  }
  return written + xmlText(text.slice(end))
}

function nodeXml(node: XmlNode, gapOf: GapOf | null, isPre = false): string {
  if (!isElement(node)) return withGaps(node, gapOf)
  const { name } = node
  const hasGap = gapOf !== null && node.attributes['data-math'] && textOf(node).search(gapMarker) >= 0
  const inside = node.children.map((child) =>
    name === 'code' && !isPre && !isElement(child)
      ? nodeXml(fixedSpaces(child), gapOf)
      : nodeXml(child, gapOf, isPre || name === 'pre'),
  )
  return tag(headings[name] ?? name, hasGap ? {} : attributesOf(node), ...inside)
}

/** Markdown as blocks of XHTML. @param gapOf writes the gap for a marker */
export function blocksXml(markdown: string, gapOf: GapOf | null = null): string {
  return parseHtml(htmlOf(markdown))
    .filter((node) => isElement(node) || node.trim() !== '')
    .map((node) => nodeXml(node, gapOf))
    .join('\n')
}

/** The Markdown of an option as XHTML, without a paragraph around it if it is a single one. */
export function inlineXml(markdown: string): string {
  const nodes = parseHtml(htmlOf(markdown, true)).filter((node) => isElement(node) || node.trim() !== '')
  const [only] = nodes
  const inside = nodes.length === 1 && isElement(only) && only.name === 'p' ? only.children : nodes
  return inside.map((node) => nodeXml(node, null)).join('')
}

/** True if a gap's marker is inside a formula. */
export const hasGapInFormula = (markdown: string) =>
  findAll({ name: 'body', space: '', attributes: {}, children: parseHtml(htmlOf(markdown)), line: 0 }, 'span', 'div')
    .filter(({ attributes }) => attributes['data-math'])
    .some((formula) => textOf(formula).search(gapMarker) >= 0)

/** The words of a text on one line. */
export const plainOf = (markdown: string) =>
  parseHtml(htmlOf(markdown)).map(textOf).join(' ').replace(/\s+/g, ' ').trim()
