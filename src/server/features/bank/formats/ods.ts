import { StringDecoder } from 'node:string_decoder'
import { scriptOf, scriptProblem, subscripts, superscripts } from '#server/platform/spreadsheet/shown.ts'
import { UnreadableFile, UnreadableItem } from './found.ts'
import type { SheetLine } from './sheet-columns.ts'
import { childrenOf, isElement, readXml, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Reads the sheets of an OpenDocument workbook (.ods) row by row. It contains each cell's text as shown. */

export interface QuestionSheet {
  name: string
  isHidden: boolean
  lines: SheetLine[]
}

const maxRows = 20_100
const maxColumns = 500
const maxSheets = 50

/** A count from a hostile file: at least 1. */
const countOf = (text: string | undefined) => Math.max(1, Math.floor(Number(text)) || 1)

/** The superscript or subscript characters of text styles, by name. */
type Scripts = ReadonlyMap<string, string>

/** The styles of a document that matter to its texts. */
interface Styles {
  scripts: Scripts
  /** Cell styles that show a number as a date, time or percentage, by name. */
  formats: ReadonlyMap<string, Format>
}

type Format = 'date' | 'percentage'

const formatElements: Readonly<Record<string, Format>> = {
  'date-style': 'date',
  'time-style': 'date',
  'percentage-style': 'percentage',
}

/** @throws UnreadableItem for superscripts or subscripts that have no such character */
function textIn(nodes: readonly XmlNode[], scripts: Scripts): string {
  return nodes
    .map((node): string => {
      if (!isElement(node)) return node.replace(/[ \t\r\n]+/g, ' ')
      if (node.name === 's') return ' '.repeat(Math.min(100, countOf(node.attributes.c)))
      if (node.name === 'tab') return '\t'
      if (node.name === 'line-break') return '\n'
      if (node.name === 'annotation' || node.name === 'note') return ''
      const text = textIn(node.children, scripts)
      const script = node.name === 'span' ? scripts.get(node.attributes['style-name'] ?? '') : undefined
      const written = script === undefined ? text : scriptOf(text, script)
      if (written === null) throw new UnreadableItem(scriptProblem(text))
      return written
    })
    .join('')
}

/** The value of a cell that contains no text, because its format or its program shows none. */
const valueIn = ({ attributes }: XmlElement) =>
  attributes['string-value'] ??
  attributes['boolean-value']?.toUpperCase() ??
  attributes['date-value'] ??
  attributes['time-value'] ??
  attributes.value ??
  ''

/** The text of a cell, and why it cannot be read. */
function shownText(cell: XmlElement, { scripts, formats }: Styles): { text: string; problem?: string | undefined } {
  const paragraphs = childrenOf(cell, 'p')
  try {
    const shown = paragraphs.map(({ children }) => textIn(children, scripts)).join('\n')
    const text = shown.trim() === '' ? valueIn(cell) : shown
    return {
      text,
      problem: text.trim() === '' && cell.attributes.formula === undefined ? undefined : problemOf(cell, text, formats),
    }
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
    return { text: paragraphs.map(textOf).join('\n'), problem: error.message }
  }
}

const isSameNumber = (shown: string, value: string) => {
  const number = Number(value)
  const [, whole = '0', top, bottom] = /^(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(shown.slice(0, 100)) ?? []
  const withPoint = shown.slice(0, 100).replace(/^([^.,]*),([^.,]*)$/, '$1.$2')
  return [shown.slice(0, 100).replaceAll(',', ''), withPoint].some((text) => {
    const [, digits, percent] = /^[^\d.%-]*(-?\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*(%?)[^\d]*$/i.exec(text) ?? []
    const read = top ? Number(whole) + Number(top) / Number(bottom) : Number(digits) / (percent ? 100 : 1)
    return Number(read.toPrecision(15)) === Number(number.toPrecision(15))
  })
}

const asText = 'Format the column as text and type it again'

function problemOf({ attributes }: XmlElement, text: string, formats: Styles['formats']): string | undefined {
  const type = attributes['value-type']
  const format = formats.get(attributes['style-name'] ?? '')
  const isError = /^#(?:REF|N\/A|VALUE|NAME|DIV\/0|NUM|NULL)[!?]?$|^Err:\d+$/.test(text)
  if (type === 'error' || (isError && attributes.formula !== undefined))
    return `This cell shows the error ${text}. Type the value itself`
  if (type === 'date' || type === 'time' || (type === 'float' && format === 'date'))
    return `This cell contains a date or time, shown as ${text}. ${asText}`
  const { value } = attributes
  if ((type === 'float' || type === 'percentage' || type === 'currency') && value !== undefined) {
    if (Math.abs(Number(value)) >= 1e15)
      return `This number has more than 15 digits, which a spreadsheet cannot store. ${asText}`
    // Some programs write the number itself instead of the text that the cell shows.
    if ((type === 'percentage' || format === 'percentage') && !text.includes('%'))
      return `This cell shows a percentage, but the file says ${text.slice(0, 40)}. ${asText}`
    if (!isSameNumber(text, value))
      return `This cell shows ${text.slice(0, 40)} but contains ${value.slice(0, 40)}. ${asText}`
  }
  return attributes.formula !== undefined && type === undefined
    ? 'This cell contains a formula without a result. Open the file in LibreOffice and save it again'
    : undefined
}

interface OdsRow extends SheetLine {
  cells: string[]
  problems: Map<number, string>
  merged: Map<number, string>
  losses: string[]
}

/** Cells that span later rows: the number of rows left, and the text. */
type Reaching = Map<number, { rows: number; text: string }>

function readRow(element: XmlElement, row: number, reaching: Reaching, styles: Styles): OdsRow {
  const line: OdsRow = { row, cells: [], problems: new Map(), merged: new Map(), losses: [] }
  if (/collapse|filter/.test(element.attributes.visibility ?? '')) line.losses.push('Its row is hidden in the file')
  let at = 0
  for (const cell of childrenOf(element)) {
    if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue
    const { text, problem } = shownText(cell, styles)
    const count = Math.min(countOf(cell.attributes['number-columns-repeated']), maxColumns - at)
    const isEmpty = text.trim() === '' && cell.attributes.formula === undefined
    if (!isEmpty && count > 0) {
      const down = countOf(cell.attributes['number-rows-spanned'])
      for (let column = at; column < at + count; column++) {
        line.cells[column] = text
        if (problem) line.problems.set(column, problem)
        if (down > 1) reaching.set(column, { rows: down, text })
      }
    }
    if (childrenOf(cell, 'frame').length > 0) line.losses.push('A picture in its row is not kept. Add it by hand')
    at += Math.max(0, count)
    if (at >= maxColumns) break
  }
  for (const [column, cell] of reaching) {
    if (!line.cells[column]) {
      line.cells[column] = cell.text
      line.merged.set(column, cell.text)
    }
    if (--cell.rows === 0) reaching.delete(column)
  }
  line.cells = Array.from(line.cells, (text) => text ?? '')
  return line
}

/** A sheet while it is read. */
interface Growing {
  sheet: QuestionSheet
  row: number
  reaching: Reaching
  /** The number of columns so far, and those that are hidden. */
  columns: number
  hidden: Set<number>
}

/** Reads the sheets in `content.xml`. @throws UnreadableFile */
export async function readOds(content: Buffer): Promise<QuestionSheet[]> {
  const found = new Map<XmlElement, Growing>()
  const hiddenStyles = new Set<string>()
  const scripts = new Map<string, string>()
  const formats = new Map<string, Format>()
  const numberFormats = new Map<string, Format>()
  let style = ''
  let current: Growing | undefined
  const isItem = (element: XmlElement) => {
    const { name, attributes } = element
    const format = formatElements[name]
    if (format) numberFormats.set(attributes.name ?? '', format)
    if (name === 'style') {
      style = attributes.name ?? ''
      const styleFormat = numberFormats.get(attributes['data-style-name'] ?? '')
      if (styleFormat) formats.set(style, styleFormat)
    }
    if (name === 'table-properties' && attributes.display === 'false') hiddenStyles.add(style)
    const position = name === 'text-properties' ? (attributes['text-position'] ?? '') : ''
    if (/^(?:super|[1-9])/.test(position)) scripts.set(style, superscripts)
    if (/^(?:sub|-)/.test(position)) scripts.set(style, subscripts)
    if (name === 'table') {
      if (found.size >= maxSheets)
        throw new UnreadableFile(`This workbook has more than ${maxSheets} sheets. Split it into smaller files`)
      const isHidden = hiddenStyles.has(attributes['style-name'] ?? '')
      const sheet = { name: attributes.name ?? '', isHidden, lines: [] }
      current = { sheet, row: 1, reaching: new Map(), columns: 0, hidden: new Set() }
      found.set(element, current)
    }
    if (name === 'table-column' && current) {
      const end = Math.min(maxColumns, current.columns + countOf(attributes['number-columns-repeated']))
      const isShown = !/collapse|filter/.test(attributes.visibility ?? '')
      for (; current.columns < end; current.columns++) if (!isShown) current.hidden.add(current.columns)
    }
    return name === 'table-row'
  }
  const decoder = new StringDecoder('utf8')
  const chunks = function* () {
    for (let at = 0; at < content.length; at += 65_536) yield decoder.write(content.subarray(at, at + 65_536))
  }
  for await (const { element, ancestors } of readXml(chunks(), isItem)) {
    const growing = ancestors.map((one) => found.get(one)).findLast((one) => one !== undefined)
    if (!growing) continue
    const { hidden, sheet } = growing
    const { lines } = sheet
    const count = countOf(element.attributes['number-rows-repeated'])
    for (let read = 0; read < count; ) {
      const line = readRow(element, growing.row, growing.reaching, { scripts, formats })
      if (line.cells.some((cell, at) => cell.trim() !== '' && hidden.has(at)))
        line.losses.push('A column that is hidden in the file was read too')
      // A merged cell may end within repeated rows.
      const same = line.merged.size > 0 || growing.reaching.size > 0 ? 1 : count - read
      if (line.cells.some((cell) => cell.trim() !== '')) {
        if (lines.length + same > maxRows)
          throw new UnreadableFile('This sheet has more than 20,000 rows. Split it into smaller files')
        for (let again = 0; again < same; again++) lines.push({ ...line, row: growing.row + again })
      }
      growing.row += same
      read += same
    }
  }
  return [...found.values()].map(({ sheet }) => sheet)
}
