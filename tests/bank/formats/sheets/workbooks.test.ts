import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellObject } from 'xlsx'
import { utils, write } from 'xlsx'
import { writeQuestionsXlsx } from '#server/features/bank/formats/question-files.ts'
import { readWorkbookQuestions } from '#server/features/bank/formats/workbook-questions.ts'
import { workbookLimits } from '#server/platform/spreadsheet/content.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { bookOf } from '#tests/members/bulk/sheets.ts'
import { changed, four, header, joined, read, sheetOf, type Value, zipped } from './books.ts'
import { bankQuestionOf, ourImage, questions } from './questions.ts'
import { all, lossesOf, question, unreadable } from './read.ts'

const bookTypes = ['xlsx', 'biff8', 'ods'] as const

const ods = (table: string, styles = '') =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x" xmlns:style="urn:s" xmlns:draw="urn:d">${styles}<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
  })
const textCell = (text: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`
const textRow = (...cells: string[]) =>
  `<table:table-row>${cells.map((text) => textCell(text)).join('')}</table:table-row>`

describe.each(bookTypes)('a workbook as %s', (type) => {
  const book = (rows: readonly (readonly Value[])[], merges?: string[]) =>
    bookOf({ Sheet1: sheetOf(rows, merges) }, type)

  it('is read with its row numbers, numbers as text and results of formulas', async () => {
    const formula: CellObject = { t: 's', v: 'computed', f: 'A1' }
    const items = await read(book([['Title'], [], header, ['Q', 9.5, 1234567, formula, true, 2]]))
    expect(items).toMatchObject([{ line: 4 }])
    expect(question(items[0])).toMatchObject({
      options: { A: '9.5', B: '1234567', C: 'computed', D: 'TRUE' },
      correctAnswer: 'B',
    })
  })

  it('applies merged topics to every row, and refuses other merged cells', async () => {
    const rows = [
      [...header, 'Topic'],
      [...four, 'Trees'],
      [...four, null],
      [null, 'w', 'x', 'y', 'z', 'B', 'Lists'],
    ]
    const items = await read(book(rows, ['G2:G3', 'A3:A4']))
    expect(items.map(({ category }) => category)).toEqual([['Trees'], ['Trees'], []])
    expect(items[2]?.reason).toContain('merged with the one above')
  })

  it('turns sheets into categories, skips empty ones, and reports those without questions', async () => {
    const sheets = {
      Algebra: sheetOf([header, four]),
      Empty: sheetOf([[]]),
      'Read me': sheetOf([['How to fill in this file']]),
      Geometry: sheetOf([header, four]),
      Old: sheetOf([header, four]),
    }
    const items = await read(bookOf(sheets, type, ['Old']))
    expect(items.map(({ category, file, reason }) => [file, category, reason?.slice(0, 20)])).toEqual([
      ['Algebra', ['Algebra'], undefined],
      ['Read me', [], 'No row has the headi'],
      ['Geometry', ['Geometry'], undefined],
      ...(type === 'ods' ? [['Old', ['Old'], undefined]] : [['Old', [], 'This sheet is hidden']]),
    ])
  })

  it('is refused if no sheet has questions', async () => {
    expect(await unreadable(readWorkbookQuestions(book([['a', 'b']])))).toContain('No row has the headings')
    expect(await unreadable(readWorkbookQuestions(book([[]])))).toContain('All sheets are empty')
  })
})

// The library writes no formats to .ods.
describe.each(['xlsx', 'biff8'] as const)('formatted cells of a workbook as %s', (type) => {
  const book = (rows: readonly (readonly Value[])[]) => bookOf({ Sheet1: sheetOf(rows) }, type)

  it('reads numbers as shown', async () => {
    const shown = (v: number, z: string): CellObject => ({ t: 'n', v, z })
    const row = ['Q', shown(0.5, '0%'), shown(1.5, '0.00'), shown(1234.5, '"₹"#,##0.00'), shown(7, '000'), 'A']
    const [item] = await read(book([header, row]))
    expect(question(item)).toMatchObject({ options: { A: '50%', B: '1.50', C: '₹1,234.50', D: '007' } })
  })

  it('refuses rows with dates, errors and long or rounded numbers', async () => {
    const cells: CellObject[] = [
      { t: 'n', v: 45_000, z: 'yyyy-mm-dd' },
      { t: 'e', v: 23 },
      { t: 'n', v: 1e15 },
      { t: 'n', v: 2.625, z: '0.00' },
    ]
    const items = await read(book([header, ...cells.map((cell) => ['Q', cell, 'x', 'y', 'z', 'B']), four]))
    expect(items.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('contains a date or time'),
      expect.stringContaining('#REF!'),
      expect.stringContaining('more than 15 digits'),
      expect.stringContaining('This cell shows 2.63 but contains 2.625'),
      undefined,
    ])
  })
})

describe('an .xlsx', () => {
  const plain = bookOf({ Sheet1: sheetOf([header, four, four]) })

  it('reports hidden rows and columns, and pictures', async () => {
    const hidden = await changed(plain, (path, xml) =>
      path === 'xl/worksheets/sheet1.xml'
        ? xml
            .replace('<row r="2"', '<row hidden="1" r="2"')
            .replace('<sheetData>', '<cols><col min="6" max="6" hidden="1"/></cols><sheetData>')
        : xml,
    )
    const parts = await unzip(hidden, workbookLimits)
    const items = await read(
      await zipped({
        ...Object.fromEntries([...parts].map(([path, content]) => [path, content.toString()])),
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://x/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
        'xl/drawings/drawing1.xml':
          '<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row></xdr:from></xdr:twoCellAnchor></xdr:wsDr>',
      }),
    )
    const column = 'A column that is hidden in the file was read too'
    expect(items.map(lossesOf)).toEqual([
      ['Its row is hidden in the file', column],
      ['A picture in its row is not kept. Add it by hand', column],
    ])
  })

  const withoutResult = 'contains a formula without a result'
  it.each([
    ['<c r="B2"><f>1/2</f><v/></c>', '', withoutResult],
    ['<c r="B2">\n<f>1/2</f>\n<v>\n</v></c>', '', withoutResult],
    ['<c><f>1/2</f></c>', ' r="\\w+"', withoutResult],
    ['<c t="str"><f>IF(A2="Q","","x")</f><v></v></c>', '', 'Option A is missing'],
    ['<c t="str"><f>_xlfn.IMAGE("https://x.org/a.png")</f><v></v></c>', '', 'contains a picture'],
  ])('refuses an option without a text: %j', async (cell, removed, reason) => {
    const book = await changed(plain, (path, xml) =>
      path === 'xl/worksheets/sheet1.xml'
        ? xml.replace(/<c r="B2"[^>]*>.*?<\/c>/, cell).replace(new RegExp(`(?<=<(?:row|c))${removed}`, 'g'), '')
        : xml,
    )
    const items = await read(book)
    expect(items.map((one) => one.reason)).toEqual([expect.stringContaining(reason), undefined])
  })

  it('keeps superscripts and subscripts, or refuses them', async () => {
    const shared = utils.book_new(sheetOf([header, four]), 'Sheet1')
    const book: Buffer = write(shared, { type: 'buffer', bookType: 'xlsx', bookSST: true })
    const rich = (runs: string) =>
      changed(book, (path, xml) =>
        path === 'xl/sharedStrings.xml' ? xml.replace(/<si><t[^>]*>w<\/t><\/si>/, `<si>${runs}</si>`) : xml,
      )
    const run = (text: string, place: string) => `<r><rPr><vertAlign val="${place}"/></rPr><t>${text}</t></r>`
    const [kept] = await read(
      await rich(`<r><t xml:space="preserve">x &lt; </t></r>${run('2', 'superscript')}${run('10', 'subscript')}`),
    )
    expect(question(kept)).toMatchObject({ options: { A: 'x < ²₁₀' } })
    const [refused] = await read(await rich(`<r><t>x</t></r>${run('max', 'subscript')}`))
    expect(refused?.reason).toContain('raised or lowered text (max)')
  })

  it('is refused if it is damaged or of another kind', async () => {
    expect(await unreadable(readWorkbookQuestions(plain.subarray(0, 900)))).toContain('damaged or incomplete')
    expect(await unreadable(readWorkbookQuestions(Buffer.from('a,b')))).toContain('This is a CSV')
    expect(await unreadable(readWorkbookQuestions(await zipped({ 'a.txt': 'x' })))).toContain('.zip archive')
  })
})

describe('an .ods', () => {
  it('reads texts as shown, with line breaks and spaces', async () => {
    const rows = `${textRow(...header)}<table:table-row>${textCell('a<text:s text:c="3"/>b</text:p><text:p>c')}${['w', 'x', 'y', 'z', 'B'].map((one) => textCell(one)).join('')}</table:table-row>`
    const [item] = await read(await ods(`<table:table table:name="S">${rows}</table:table>`))
    expect(question(item)).toMatchObject({ questionText: 'a   b\nc' })
  })

  const valueRow = (attributes: string, text: string) =>
    `<table:table-row>${textCell('Q')}<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>${['x', 'y', 'z', 'A'].map((one) => textCell(one)).join('')}</table:table-row>`

  it.each([
    ['office:value-type="percentage" office:value="0.5"', '50%'],
    ['office:value-type="float" office:value="1.5"', '1.50'],
    ['office:value-type="currency" office:value="1234.5"', '₹1,234.50'],
    ['office:value-type="float" office:value="3.5"', '3,5'],
    ['office:value-type="percentage" office:value="0.125"', '12,50\u00a0%'],
    ['office:value-type="float" office:value="0.5" table:formula="of:=1/2"', '1/2'],
    ['office:value-type="boolean" office:boolean-value="true"', 'TRUE'],
  ])('reads %s as shown', async (attributes, text) => {
    const [item] = await read(
      await ods(`<table:table>${textRow(...header)}${valueRow(attributes, text)}</table:table>`),
    )
    expect(question(item)).toMatchObject({ options: { A: text } })
  })

  it.each([
    ['office:value-type="date" office:date-value="2026-02-01"', '1/2', 'contains a date or time, shown as 1/2'],
    ['office:value-type="float" office:value="2.625"', '2.63', 'shows 2.63 but contains 2.625'],
    ['office:value-type="float" office:value="2.625"', '2,63', 'shows 2,63 but contains 2.625'],
    ['office:value-type="float" office:value="1234"', '1.234', 'shows 1.234 but contains 1234'],
    ['office:value-type="float" office:value="1E+15"', '1E+15', 'more than 15 digits'],
    ['office:value-type="string" table:formula="of:=A1"', '#REF!', 'shows the error #REF!'],
    ['table:formula="of:=A1"', '', 'a formula without a result'],
  ])('refuses a row with %s', async (attributes, text, reason) => {
    const [item] = await read(
      await ods(`<table:table>${textRow(...header)}${valueRow(attributes, text)}</table:table>`),
    )
    expect(item).toMatchObject({ readings: [], reason: expect.stringContaining(reason) })
  })

  it.each([
    ['float" office:value="0.5', '0.5', 'percentage', 'shows a percentage, but the file says 0.5'],
    ['float" office:value="45000', '45000', 'date', 'contains a date or time, shown as 45000'],
    ['float" office:value="0.5', '0.5', 'time', 'contains a date or time, shown as 0.5'],
  ])('refuses a number whose text lacks its format: %s, %s as a %s', async (value, text, format, reason) => {
    const styles = `<style:${format}-style style:name="N1"/><style:style style:name="ce1" style:data-style-name="N1"/>`
    const row = valueRow(`table:style-name="ce1" office:value-type="${value}"`, text)
    const [item] = await read(await ods(`<table:table>${textRow(...header)}${row}</table:table>`, styles))
    expect(item).toMatchObject({ readings: [], reason: expect.stringContaining(reason) })
  })

  it('refuses hidden sheets, and reports hidden rows', async () => {
    const styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    const visible = `<table:table table:name="S">${textRow(...header)}${textRow(...four).replace('<table:table-row>', '<table:table-row table:visibility="filter">')}</table:table>`
    const hidden = `<table:table table:name="Old" table:style-name="ta2">${textRow(...header)}${textRow(...four)}</table:table>`
    const [item, old] = await read(await ods(visible + hidden, styles))
    expect(lossesOf(item)).toEqual(['Its row is hidden in the file'])
    expect(old?.reason).toContain('This sheet is hidden')
  })

  it('reports hidden columns', async () => {
    const columns =
      '<table:table-column table:number-columns-repeated="4"/><table:table-column-group><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/></table:table-column-group>'
    const rows = textRow(...header) + textRow(...four)
    const [item] = await read(await ods(`<table:table>${columns}${rows}</table:table>`))
    expect(lossesOf(item)).toEqual(['A column that is hidden in the file was read too'])
    const other = columns.replace('"4"', '"6"')
    const [shown] = await read(await ods(`<table:table>${other}${rows}</table:table>`))
    expect(lossesOf(shown)).toEqual([])
  })

  it('keeps superscripts or refuses them, and reports pictures', async () => {
    const styles = '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>'
    const raised = (text: string) => textRow(`x<text:span text:style-name="T1">${text}</text:span>`, ...four.slice(1))
    const picture = raised('2').replace('</table:table-cell>', '<draw:frame/></table:table-cell>')
    const [item, refused] = await read(
      await ods(`<table:table>${textRow(...header)}${picture}${raised('max')}</table:table>`, styles),
    )
    expect(question(item)).toMatchObject({ questionText: 'x²' })
    expect(lossesOf(item)).toEqual(['A picture in its row is not kept. Add it by hand'])
    expect(refused?.reason).toContain('raised or lowered text (max)')
  })

  it.each([
    ['float" office:value="7', '7'],
    ['boolean" office:boolean-value="true', 'TRUE'],
    ['string" office:string-value="a b', 'a b'],
  ])('reads the value of a cell without a text: %s', async (attributes, expected) => {
    const cell = `<table:table-cell office:value-type="${attributes}"/>`
    const row = textRow(...four).replace(textCell('w'), cell)
    const [item] = await read(await ods(`<table:table>${textRow(...header)}${row}</table:table>`))
    expect(question(item)).toMatchObject({ options: { A: expected } })
    const date = row.replace(cell, '<table:table-cell office:value-type="date" office:date-value="2026-02-01"/>')
    const [refused] = await read(await ods(`<table:table>${textRow(...header)}${date}</table:table>`))
    expect(refused?.reason).toContain('contains a date or time, shown as 2026-02-01')
  })

  it('ends merged cells within repeated rows', async () => {
    const topic = textCell('Trees', 'table:number-rows-spanned="3"')
    const first = textRow(...four).replace('</table:table-row>', `${topic}</table:table-row>`)
    const covered = (times: number) =>
      `<table:table-row table:number-rows-repeated="${times}"><table:table-cell table:number-columns-repeated="6"/><table:covered-table-cell/></table:table-row>`
    const rows = [textRow(...header, 'Topic'), first, covered(2), textRow(...four)]
    const items = await read(await ods(`<table:table>${rows.join('')}</table:table>`))
    expect(items.map(({ line, category }) => [line, category])).toEqual([
      [2, ['Trees']],
      [5, []],
    ])
    rows.splice(2, 2, covered(1_048_000))
    expect(await read(await ods(`<table:table>${rows.join('')}</table:table>`))).toHaveLength(1)
  })

  it('bounds repeated cells and rows', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const [item] = await read(
      await ods(`<table:table table:name="S">${empty}${textRow(...header)}${textRow(...four)}${empty}</table:table>`),
    )
    expect(item?.line).toBe(1_048_002)
    const wide = `<table:table-row>${textCell('x', 'table:number-columns-repeated="999999999"')}</table:table-row>`
    expect(await unreadable(readWorkbookQuestions(await ods(`<table:table>${wide}</table:table>`)))).toContain('No row')
    const long = textRow(...four).replace('<table:table-row>', '<table:table-row table:number-rows-repeated="1048000">')
    const repeated = await ods(`<table:table>${textRow(...header)}${long}</table:table>`)
    expect(await unreadable(readWorkbookQuestions(repeated))).toContain('more than 20,000 rows')
  })

  it('is refused with entities, nesting or a password', async () => {
    const deep = await ods('<text:p>'.repeat(100_000))
    expect(await unreadable(readWorkbookQuestions(deep))).toContain('cannot be read')
    const entity = await zipped({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
    })
    expect(await unreadable(readWorkbookQuestions(entity))).toContain('cannot be read')
    const secret = await zipped({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': 'x',
      'META-INF/manifest.xml': '<manifest:encryption-data/>',
    })
    expect(await unreadable(readWorkbookQuestions(secret))).toContain('protected by a password')
    const document = await zipped({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' })
    expect(await unreadable(readWorkbookQuestions(document))).toContain('not a sheet')
  })
})

describe('questions exported as .xlsx', () => {
  it('are read back unchanged', async () => {
    const forms = fc.sample(questions, { numRuns: 300, seed: 11 })
    const written = await joined(writeQuestionsXlsx(forms.map(bankQuestionOf)))
    const items = await all(readWorkbookQuestions(written, { isOurImage: (url) => url === ourImage }))
    const asForm = (one: object) =>
      JSON.parse(JSON.stringify(bankQuestionForm.parse({ type: 'single', ...one }), (_, value) => value ?? undefined))
    expect(
      items.map(({ category, readings }) => asForm({ ...readings[0]?.question, topic: category.join('/') })),
    ).toEqual(forms.map((form) => asForm(bankQuestionOf(form))))
    expect(items.flatMap(lossesOf)).toEqual([])
  })
})
