import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { createWorld } from '#tests/support/world.ts'
import { contentTypes, type Part, rowXml, sheetXml, workbookParts, xlsxFromXml, zip } from './packages.ts'
import { bookOf, header, read, refusalOf, sheetOf, studentRow, studentsBook, upload, xlsxOf } from './sheets.ts'

const saveAs = 'open it in Excel or LibreOffice and save it as .xlsx'
const students = { Students: sheetOf([header.student, studentRow(1)]) }
const asha = ['Asha', 'R1', 'CSE', '2027', 'A', 'asha@x.example']
const huge = Buffer.alloc(101 * 1024 * 1024, ' ')
const soundXml = sheetXml(rowXml(1, header.student) + rowXml(2, asha))

/** A compound file, the container of old Office formats, with these streams. */
function compound(streams: Record<string, string | Buffer>): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, Buffer.from(content))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

describe('returns 415 for a file that is not a workbook, and names its likely type', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'
  it.each<[what: string, content: Buffer | string, sentence: string]>([
    ['CSV', 'Name,Email\nAsha,a@x.example\n', `This is a CSV, not an Excel workbook; ${saveAs}`],
    ['CSV in UTF-16', Buffer.from('\ufeffName\tEmail\r\n', 'utf16le'), 'This is a CSV'],
    ['CSV with a byte order mark', '\ufeffName,Email\n', 'This is a CSV'],
    [
      'HTML',
      ' \n<!-- made by a portal -->\n<TABLE><tr><td>Name</td></tr></TABLE>',
      `This is a web page (HTML), not an Excel workbook; ${saveAs}`,
    ],
    ['XML', '<?xml version="1.0"?><Workbook></Workbook>', `This is an XML file; ${saveAs}`],
    ['JSON', '[{"name": "Asha"}]', 'This is a text file (JSON)'],
    ['PDF', '%PDF-1.7\n', 'This is a PDF'],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'This is a picture'],
    ['JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'This is a picture'],
    ['RTF', '{\\rtf1\\ansi Name}', 'This is a text document (RTF)'],
    ['gzip', Buffer.from('\x1f\x8b\x08\0', 'latin1'), 'This is a compressed archive'],
    [
      'arbitrary bytes',
      Buffer.from([1, 2, 3, 0, 255]),
      'This is not an Excel workbook. Please upload an .xlsx or .xls file',
    ],
    ['.zip', zip([{ name: 'students.txt', content: 'Asha' }]), 'This is a .zip archive'],
    ['.zip without files', zip([]), 'This is a .zip archive'],
    ['.docx', zip([{ name: '[Content_Types].xml', content: contentTypes(word) }]), 'This is a Word document'],
    ['.pptx', zip([{ name: '[Content_Types].xml', content: contentTypes(slides) }]), 'This is a presentation'],
    ['.ods', bookOf(students, 'ods'), `This is an OpenDocument sheet (.ods); ${saveAs}`],
    ['.xlsb', bookOf(students, 'xlsb'), `This is a binary workbook (.xlsb); ${saveAs}`],
    ['.xlsm', bookOf(students, 'xlsm'), `This is a workbook with macros (.xlsm); ${saveAs}`],
    ['.numbers', zip([{ name: 'Index/Document.iwa', content: 'x' }]), 'This is a Numbers sheet'],
    ['.doc', compound({ '/WordDocument': 'x' }), 'This is a Word document'],
    [
      '.doc with a sheet inside',
      compound({ '/WordDocument': 'x', '/ObjectPool/_1/Workbook': 'x' }),
      'This is a Word document',
    ],
    ['.ppt', compound({ '/PowerPoint Document': 'x' }), 'This is a presentation'],
    ['another compound file', compound({ '/Catalog': 'x' }), 'This is not an Excel workbook'],
  ])('%s', async (_, content, sentence) => {
    expect(await refusalOf(Buffer.from(content))).toContain(`UNSUPPORTED_TYPE ${sentence}`)
  })
})

describe('a workbook that cannot be opened returns 400', () => {
  it('when it is empty', async () => expect(await refusalOf(Buffer.alloc(0))).toBe('VALIDATION The file is empty'))

  it('when it is password-protected', async () => {
    const locked = compound({ '/EncryptionInfo': 'x'.repeat(200), '/EncryptedPackage': 'x'.repeat(9_000) })
    expect(await refusalOf(locked)).toMatch(/^VALIDATION This workbook is protected by a password/)
  })

  it('when it is a password-protected .xls', async () => {
    const workbook = CFB.find(CFB.read(bookOf(students, 'biff8'), { type: 'buffer' }), '/Workbook')
    const content = Buffer.from(workbook?.content as Uint8Array)
    const begin = 4 + content.readUInt16LE(2)
    const filePass = Buffer.from([0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78])
    const locked = Buffer.concat([content.subarray(0, begin), filePass, content.subarray(begin)])
    expect(await refusalOf(compound({ '/Workbook': content }))).toBe('accepted')
    expect(await refusalOf(compound({ '/Workbook': locked }))).toMatch(/^VALIDATION This workbook is protected/)
  })

  it.each(['xlsx', 'biff8'] as const)('when it is truncated anywhere (%s)', async (type) => {
    const people = Array.from({ length: 300 }, (_, n) => studentRow(n))
    const whole = bookOf({ Students: sheetOf([header.student, ...people]) }, type)
    expect((await read(whole)).rows).toHaveLength(300)
    for (let share = 0.05; share < 0.95; share += 0.05)
      expect([share, await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))]).toEqual([
        share,
        expect.stringMatching(/^VALIDATION This workbook is damaged or incomplete/),
      ])
  })

  it('when its bytes have changed', async () => {
    const bytes = studentsBook(studentRow(1))
    const sheet = bytes.indexOf('xl/worksheets/sheet1.xml')
    bytes.writeUInt32LE(~bytes.readUInt32LE(sheet + 60) >>> 0, sheet + 60)
    expect(await refusalOf(bytes)).toMatch(/^VALIDATION This workbook is damaged/)
  })

  it('when its sheet is missing or refers to missing strings', async () => {
    const withoutSheet = workbookParts(soundXml).filter(({ name }) => !name.includes('sheet1'))
    expect(await refusalOf(zip(withoutSheet))).toMatch(/^VALIDATION This workbook is damaged/)
    const lost = soundXml.replace('<c r="A2" t="inlineStr"><is><t>Asha</t></is></c>', '<c r="A2" t="s"><v>7</v></c>')
    expect(await refusalOf(xlsxFromXml(lost))).toMatch(/^VALIDATION This workbook is damaged/)
  })

  it('when it has no rows, or only headings', async () => {
    expect(await refusalOf(xlsxOf([]))).toBe('VALIDATION The sheet “Sheet1” is empty.')
    expect(await refusalOf(studentsBook())).toBe('VALIDATION There are headings in row 1 but no people below them.')
  })
})

/** A sound workbook with one more part. */
const withPart = (part: Partial<Part>) => {
  const parts = workbookParts(soundXml)
  return zip([...parts, { name: 'xl/media/image1.bin', content: 'x', ...part }])
}

describe('a hostile zip', () => {
  it('is refused if its unpacked size is huge, whatever its headers claim', async () => {
    expect(await refusalOf(xlsxFromXml(huge))).toMatch(/^TOO_LARGE This file unpacks to more than 100 MB/)
    expect(await refusalOf(withPart({ content: huge }))).toMatch(/^TOO_LARGE/)
    const parts = workbookParts(huge)
    expect(await refusalOf(zip(parts.map((part) => ({ ...part, claimedSize: 1_000 }))))).toMatch(
      /^VALIDATION This workbook is damaged/,
    )
    expect(await refusalOf(withPart({ content: huge, claimedSize: 1 }))).toMatch(/^VALIDATION This workbook is damaged/)
  })

  it('is refused if entries overlap', async () => {
    expect(await refusalOf(withPart({ claimedOffset: 0 }))).toMatch(/^VALIDATION This workbook is damaged/)
    expect(await refusalOf(withPart({ claimedOffset: 0xfffffff0 }))).toMatch(/^VALIDATION This workbook is damaged/)
  })

  it('is refused for an encrypted entry, a duplicate name or thousands of entries', async () => {
    expect(await refusalOf(withPart({ flags: 1 }))).toMatch(/^VALIDATION This .zip archive is protected by a password/)
    expect(await refusalOf(withPart({ name: 'xl/workbook.xml' }))).toMatch(/^VALIDATION This workbook is damaged/)
    const many = Array.from({ length: 5_001 }, (_, n) => ({ name: `${n}`, content: '' }))
    expect(await refusalOf(zip(many))).toBe('VALIDATION This workbook has more than 5,000 parts')
  })
})

it('accepts a workbook with an extra, intact part', async () => {
  expect((await read(withPart({}))).rows).toHaveLength(1)
})

it('quickly reads a sheet that claims a million rows and 16,384 columns', async () => {
  const claims = '<dimension ref="A1:XFD1048576"/>'
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
  const startedAt = performance.now()
  const { rows } = await read(
    xlsxFromXml(sheetXml(rowXml(1, header.student) + rowXml(2, asha) + far, { before: claims })),
  )
  expect(rows).toMatchObject([{ row: 2, name: 'Asha' }])
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

it('rejects every kind of bad file with a message, and keeps serving other requests', async () => {
  const world = await createWorld()
  const college = await world.college()
  const whole = bookOf(students, 'biff8')
  const bad: [content: Buffer, status: number][] = [
    [Buffer.from('Name,Email\n'), 415],
    [bookOf(students, 'ods'), 415],
    [compound({ '/EncryptedPackage': 'x'.repeat(9_000) }), 400],
    [whole.subarray(0, whole.length / 2), 400],
    [xlsxFromXml(huge), 413],
    [xlsxOf([['Name']]), 400],
  ]
  for (const [content, status] of bad) {
    const answer = await upload(world, content, { as: college.admin })
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(/\w/)])
    if (status === 400)
      expect(answer.body.errors).toMatchObject([{ field: 'file', message: expect.stringMatching(/\w/) }])
    expect((await world.rest('GET', '/auth/me', { as: college.admin })).status).toBe(200)
  }
  expect((await upload(world, studentsBook(studentRow(1)), { as: college.admin })).body).toMatchObject({
    successful: 1,
  })
}, 60_000)

it('returns 413 for a file above 5 MB, and reads one just below', async () => {
  const world = await createWorld()
  const { admin } = await world.college()
  const sized = (size: number) =>
    zip([...workbookParts(soundXml), { name: 'xl/media/image1.bin', content: randomBytes(size) }])
  const limit = 5 * 1024 * 1024
  const large = sized(6 * 1024 * 1024)
  const nearly = sized(limit - 10_000)
  expect(nearly.length).toBeLessThan(limit)
  expect(await upload(world, large, { as: admin })).toMatchObject({
    status: 413,
    body: { message: 'The file must be smaller than 5 MB' },
  })
  expect((await upload(world, nearly, { as: admin })).body).toMatchObject({ successful: 1 })
  expect((await world.rest('GET', '/auth/me', { as: admin })).status).toBe(200)
})
