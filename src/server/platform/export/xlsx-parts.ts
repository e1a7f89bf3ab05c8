/** The parts of a workbook that do not depend on its rows. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for a cell or an attribute. In cells, `_x0041_` means A, so the underscore of literal text like it is
 * escaped. Line breaks become one character, as XML would normalise them.
 */
export const escapeXml = (text: string) =>
  // Fast path: there may be millions of cells, and most need no escaping.
  /[&<>"_\r]/.test(text)
    ? text
        .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
        .replace(/\r\n?/g, '\n')
        .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
    : text

/** 0 → A, 26 → AA. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

/** Indexes into the formats below. */
export const styles = { heading: 1, text: 2, number: 0, integer: 3, percent: 4, date: 5 } as const

/** Built-in format ids: General, text, 0 and 0.00%; 164 is our date format, the same in every locale. */
const formats = [0, 49, 49, 1, 10, 164]

const cellFormats = formats.map((format, index) => {
  const look = index === styles.heading ? 'fontId="1" fillId="2" borderId="1"' : 'fontId="0" fillId="0" borderId="0"'
  return `<xf numFmtId="${format}" ${look} xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>`
})

const stylesXml = [
  `${declaration}<styleSheet xmlns="${main}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
  // The first two fills are reserved.
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F4"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FFB4BAC5"/></bottom><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`,
].join('')

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** XML before the rows of a sheet. The header row is frozen; prints fit the page width. */
export function sheetOpening(columns: readonly { width: number; style: number }[]): string {
  const widths = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  return [
    `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>`,
  ].join('')
}

/** XML after the rows. @param area all cells, such as A1:B2 */
export const sheetClosing = (area: string) =>
  [
    `</sheetData><autoFilter ref="${area}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>',
    // A4 landscape.
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>',
  ].join('')

/**
 * Makes a valid sheet name: at most 31 characters, none of `: \ / ? * [ ]`, no apostrophe at either end, and not the
 * reserved `History`. Further sheets are numbered.
 */
export function sheetName(title: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`
  const plain = title
    .replace(/[:\\/?*[\]\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = plain.slice(0, 31 - suffix.length).replace(/^'+|'+$|[\ud800-\udbff]$/g, '')
  const name = short.trim() || 'Sheet'
  return (/^history$/i.test(name) ? `${name} list` : name) + suffix
}

const absolute = (area: string) => area.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')

/** Reserved names that repeat the heading on printed pages and define the filter range. */
function definedNames(name: string, area: string, index: number): string {
  const sheet = escapeXml(`'${name.replaceAll("'", "''")}'`)
  const own = `localSheetId="${index}"`
  return [
    `<definedName name="_xlnm._FilterDatabase" ${own} hidden="1">${sheet}!${absolute(area)}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" ${own}>${sheet}!$1:$1</definedName>`,
  ].join('')
}

/** Yields everything but the sheets, by path. @param areas all cells of each sheet, such as A1:B2 */
export function* bookParts(title: string, areas: readonly string[]): Generator<[path: string, xml: string]> {
  const numbers = areas.map((_, index) => index + 1)
  const names = numbers.map((number) => sheetName(title, number))
  const listed = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const defined = names.map((name, index) => definedNames(name, areas[index] ?? '', index))
  yield ['xl/styles.xml', stylesXml]
  yield [
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${defined.join('')}</definedNames></workbook>`,
  ]
  const relations = [
    ...numbers.map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${officeRelations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    ),
    `<Relationship Id="rId${areas.length + 1}" Type="${officeRelations}/styles" Target="styles.xml"/>`,
  ]
  yield [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`,
  ]
  yield [
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ]
  const types = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...numbers.map((number) => [`/${sheetPath(number)}`, 'worksheet']),
  ]
  yield [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types
      .map(([name, type]) => `<Override PartName="${name}" ContentType="${contentTypes}.${type}+xml"/>`)
      .join('')}</Types>`,
  ]
}
