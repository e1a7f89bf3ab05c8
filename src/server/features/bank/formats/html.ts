import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type StoredImage, UnreadableItem } from './found.ts'
import { blocksOf } from './html-blocks.ts'
import { formulas, InlineWriter } from './html-inline.ts'
import { displayFormula, escapeMarkdown, inlineFormula } from './markdown.ts'
import { findAll, type XmlElement, type XmlNode } from './xml.ts'

/** Writes HTML as the Markdown of question texts. Reports what Markdown cannot show as a loss. */

export const maxHtml = 500_000
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

/**
 * Writes HTML as Markdown. Images are returned separately, because a question has one image in addition to its text.
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
  const writer = new InlineWriter(stored, hasTex)
  const text = blocksOf(nodes, writer).join('\n\n')
  return { text, losses: [...writer.told], images: writer.images }
}

/** Parses HTML and writes it as Markdown. @throws UnreadableItem */
export const htmlToMarkdown = (html: string, options: HtmlOptions) => toMarkdown(parseHtml(html), options)

/** Writes plain text as Markdown. @param hasTex see `HtmlOptions` */
export const plainToMarkdown = async (text: string, hasTex = false): Promise<string> => {
  if (!hasTex) return escapeMarkdown(text)
  const hasDollars = text.indexOf('$') !== text.lastIndexOf('$')
  let written = ''
  let end = 0
  for (const found of text.matchAll(formulas)) {
    const [whole, dollars, inline, display] = found
    const tex = dollars ?? inline ?? display ?? ''
    written += escapeMarkdown(text.slice(end, found.index), hasDollars)
    written +=
      tex.trim() === '' ? escapeMarkdown(whole, true) : inline === undefined ? displayFormula(tex) : inlineFormula(tex)
    end = found.index + whole.length
  }
  return written + escapeMarkdown(text.slice(end), hasDollars)
}
