import { SaxesParser, type SaxesTagNS } from 'saxes'
import { UnreadableFile } from './found.ts'

/**
 * Reads XML from hostile sources: strictly, element by element, without document types or external entities. Entities
 * that a document type declares are unknown, so they cannot expand.
 */

/** An element with its namespace resolved. */
export interface XmlElement {
  /** Without a prefix. */
  name: string
  /** The namespace's URI; '' for none. */
  space: string
  /** By name, without prefixes. */
  attributes: Readonly<Record<string, string>>
  children: readonly XmlNode[]
  /** One-based line of the start tag. */
  line: number
}
/** An element or text. Comments and processing instructions are left out. */
export type XmlNode = XmlElement | string

type Growing = Omit<XmlElement, 'children'> & { children: XmlNode[] }

export const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object'

/** The child elements, or only those with this name. */
export const childrenOf = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter((node): node is XmlElement => isElement(node) && (name === undefined || node.name === name))

/** The first child with this name. */
export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((node): node is XmlElement => isElement(node) && node.name === name)

/** All text inside. */
export const textOf = (node: XmlNode | undefined): string =>
  node === undefined ? '' : typeof node === 'string' ? node : node.children.map(textOf).join('')

/** Every element inside with one of these names, in document order. */
export function findAll(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return childrenOf(element).flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...findAll(child, ...names),
  ])
}

const limits = {
  depth: 200,
  /** Characters of one item, with the images inside it. */
  item: 32_000_000,
  attributes: 200,
  elements: 200_000,
  // The manifest of a package with 20,000 questions has about 250,000.
  documentElements: 500_000,
}

/** Entities of HTML that files use without declaring them. */
const knownEntities: Record<string, string> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  divide: '÷',
  deg: '°',
  copy: '©',
}

export interface XmlItem {
  element: XmlElement
  /** The elements around it, from the root, without their children. */
  ancestors: readonly XmlElement[]
}

/**
 * Reads the elements that `isItem` selects, one at a time, so that memory is bounded by the largest one.
 * @param isItem called with each element outside the items, and the names around it
 * @throws UnreadableFile for malformed XML, or XML beyond the limits
 */
export async function* readXml(
  chunks: AsyncIterable<string> | Iterable<string>,
  isItem: (element: XmlElement, ancestors: readonly XmlElement[]) => boolean,
  { elements: maxElements, what } = { elements: limits.elements, what: 'one of its questions' },
): AsyncGenerator<XmlItem> {
  const parser = new SaxesParser({ xmlns: true, position: true })
  Object.assign(parser.ENTITIES, knownEntities)
  const stack: Growing[] = []
  const found: XmlItem[] = []
  /** The depth of the item being read; -1 outside items. */
  let itemDepth = -1
  let size = 0
  let elements = 0
  let isOver = false
  /** True if the last element that ended is an item. */
  let isItemLast = false
  const refuse = (message: string, advice = 'Export the file again, or correct this line'): never => {
    throw new UnreadableFile(`The XML cannot be read: ${message}. ${advice}`, parser.line)
  }
  const grow = (by: number) => {
    size += by
    if (itemDepth >= 0 && size > limits.item) refuse(`${what} is larger than 32 MB`, 'Make its images smaller')
  }
  parser.on('error', (error) => {
    // The parser puts the position before its message.
    const flaw = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    if (isOver) {
      const where = itemDepth > 0 ? 'in the middle of a question' : 'too early'
      throw new UnreadableFile(`The file ends ${where}. Export it again`, stack[itemDepth]?.line ?? parser.line)
    }
    // The parser ends an element before it reports that the end tag does not match.
    if (flaw === 'unexpected close tag' && isItemLast) found.pop()
    refuse(flaw === 'undefined entity' ? 'it uses an entity that is not one of XML or HTML' : flaw)
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (stack.length >= limits.depth) refuse(`its elements are nested more than ${limits.depth} levels deep`)
    const given = Object.values(tag.attributes)
    if (given.length > limits.attributes) refuse(`an element has more than ${limits.attributes} attributes`)
    const attributes: Record<string, string> = Object.create(null)
    for (const { local, prefix, value } of given) if (prefix !== 'xmlns') attributes[local] = value
    const element: Growing = { name: tag.local, space: tag.uri, attributes, children: [], line: parser.line }
    if (itemDepth < 0 && isItem(element, stack)) {
      itemDepth = stack.length
      size = 0
      elements = 0
    } else if (itemDepth >= 0) {
      stack.at(-1)?.children.push(element)
      if (++elements > maxElements) refuse(`${what} has more than ${maxElements} elements`)
    }
    grow(JSON.stringify(attributes).length)
    stack.push(element)
  })
  const addText = (text: string) => {
    if (itemDepth < 0) return
    grow(text.length)
    const children = stack.at(-1)?.children
    if (!children) return
    const last = children.length - 1
    if (typeof children[last] === 'string') children[last] += text
    else children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = stack.pop()
    isItemLast = element !== undefined && stack.length === itemDepth
    if (!element || !isItemLast) return
    itemDepth = -1
    found.push({ element, ancestors: [...stack] })
  })
  const flush = function* () {
    yield* found.splice(0)
  }
  /** Yields the items before an error, which may be in the same chunk, and then throws it. */
  const after = function* (step: () => void) {
    try {
      step()
    } catch (error) {
      yield* flush()
      throw error
    }
    yield* flush()
  }
  for await (const chunk of chunks)
    yield* after(() => {
      parser.write(chunk)
      // The parser would buffer endless text.
      grow(0)
    })
  isOver = true
  yield* after(() => parser.close())
}

/** Reads a document as a whole. @throws UnreadableFile */
export async function readDocument(text: string): Promise<XmlElement> {
  const most = { elements: limits.documentElements, what: 'one of its files' }
  for await (const { element } of readXml([text], () => true, most)) return element
  throw new UnreadableFile('The XML cannot be read: it is empty. Export it again')
}
