import { languageOf } from './code-language.ts'
import { hidden, type InlineWriter, placeholders } from './html-inline.ts'
import { codeText, isHidden, isLettered, losses } from './html-styles.ts'
import { fencedCode } from './markdown.ts'
import { childrenOf, findAll, isElement, type XmlElement, type XmlNode } from './xml.ts'

const blockNames = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
/** True for an inline element around blocks, such as `<span><p>…</p></span>`. */
const hasBlocks = (element: XmlElement): boolean =>
  !hidden.has(element.name) &&
  element.name !== 'math' &&
  childrenOf(element).some((child) => blockNames.has(child.name) || hasBlocks(child))

/** False for hidden blocks: they are removed from the line around them. */
const isBlock = (node: XmlNode): node is XmlElement =>
  isElement(node) && !isHidden(node) && (blockNames.has(node.name) || hasBlocks(node))

/** Inline content with the text of each block inside, so that all of it fits on one line. */
const flattened = (nodes: readonly XmlNode[]): XmlNode[] =>
  nodes.flatMap((node): XmlNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'pre') return [' ', { ...node, name: 'code' }, ' ']
    if (isBlock(node)) return [' ', ...flattened(node.children), ' ']
    return [node]
  })

function lineOf(nodes: readonly XmlNode[], writer: InlineWriter, options?: { isCell: boolean }): string {
  const blocks = nodes.filter(isBlock)
  if (blocks.length > 1) writer.told.add(losses.oneLine)
  return writer.line(flattened(nodes), options)
}

const cellNames = new Set(['td', 'th', 'caption'])
/** The cells and the caption of a table, without those of tables inside. */
const cellsIn = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => (cellNames.has(child.name) ? [child] : cellsIn(child)))

function tableBlocks(element: XmlElement, writer: InlineWriter): string[] {
  if (findAll(element, 'table').length > 0) {
    writer.told.add(losses.nested)
    return cellsIn(element).flatMap((cell) => blocksOf(cell.children, writer))
  }
  const rows = findAll(element, 'tr').map((row) => childrenOf(row).filter(({ name }) => name === 'td' || name === 'th'))
  const cells = rows.flat()
  if (cells.some(({ attributes }) => Number(attributes.colspan ?? 1) > 1 || Number(attributes.rowspan ?? 1) > 1))
    writer.told.add(losses.merged)
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return []
  const caption = findAll(element, 'caption').flatMap(({ children }) => blocksOf(children, writer))
  const written = rows.map((row) => row.map(({ children }) => lineOf(children, writer, { isCell: true })))
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`
  const hasHead = rows[0]?.every(({ name }) => name === 'th') ?? false
  const [head = [], ...body] = hasHead ? written : [[], ...written]
  return [...caption, [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')]
}

const isParagraph = (node: XmlNode) => isBlock(node) && node.name !== 'ul' && node.name !== 'ol'

const isBlank = (node: XmlNode) => !isElement(node) && node.trim() === ''

/** The items of a list. What is between them belongs to the item above, as browsers show it. */
function itemsOf(list: XmlElement): XmlElement[] {
  const items: (XmlElement & { children: XmlNode[] })[] = []
  for (const node of list.children) {
    if (isElement(node) && node.name === 'li') items.push({ ...node, children: [...node.children] })
    else if (isBlank(node)) continue
    else if (items.length > 0) items.at(-1)?.children.push({ ...list, name: 'br', attributes: {}, children: [] }, node)
    else items.push({ ...list, name: 'li', attributes: {}, children: [node] })
  }
  return items
}

function listBlocks(element: XmlElement, writer: InlineWriter): string[] {
  const isOrdered = element.name === 'ol'
  let number = Number.parseInt(element.attributes.start ?? '1', 10) || 1
  const items = itemsOf(element)
  if (isOrdered && [element, ...items].some(isLettered)) writer.told.add(losses.lettered)
  if (isOrdered && element.attributes.reversed !== undefined) writer.told.add(losses.reversed)
  return [
    items
      .map(({ children, attributes }) => {
        number = Number.parseInt(attributes.value ?? '', 10) || number
        const sign = isOrdered ? `${number++}. ` : '- '
        const blocks = blocksOf(children, writer)
        const [, second = ''] = blocks
        // A list right below its item's text, as HTML shows it. Other numbers cannot follow a text.
        const isTight = blocks.length === 2 && !children.some(isParagraph) && /^(?:-|1\.) \S/.test(second)
        return sign + blocks.join(isTight ? '\n' : '\n\n').replace(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`)
      })
      .join('\n'),
  ].filter((text) => text !== '')
}

function elementBlocks(element: XmlElement, writer: InlineWriter): string[] {
  writer.styled(element)
  const { name, children } = element
  switch (name) {
    case 'pre':
      if (findAll(element, 'img').length > 0) writer.told.add(losses.image('it is inside code'))
      return [fencedCode(codeText(children, true).replace(placeholders, ''), languageOf(element))]
    case 'ul':
    case 'ol':
      return listBlocks(element, writer)
    case 'table':
      return tableBlocks(element, writer)
    case 'hr':
      return []
    case 'blockquote':
      return [blocksOf(children, writer).join('\n\n').replace(/^/gm, '> ')].filter((text) => text !== '> ')
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const text = lineOf(children, writer)
      return text === '' ? [] : [`${'#'.repeat(Number(name[1]))} ${text}`]
    }
    default:
      return blocksOf(children, writer)
  }
}

/** Writes nodes as blocks: paragraphs, lists, tables and code. */
export function blocksOf(nodes: readonly XmlNode[], writer: InlineWriter): string[] {
  const blocks: string[] = []
  let line: XmlNode[] = []
  const end = () => {
    if (line.length === 0) return
    const text = writer.paragraph(line)
    if (text !== '') blocks.push(text)
    line = []
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      end()
      blocks.push(...elementBlocks(node, writer))
    } else line.push(node)
  }
  end()
  return blocks
}
