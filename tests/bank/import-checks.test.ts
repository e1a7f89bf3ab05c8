import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadQuestion } from '#server/features/bank/formats/found.ts'
import { decodeXml } from '#server/features/bank/formats/xml-text.ts'
import { ImportMedia } from '#server/features/bank/import/media.ts'
import { openQuestions } from '#server/features/bank/import/reader.ts'
import { openPackage } from '#server/features/bank/import/source.ts'
import { checkItem } from '#server/features/bank/import/validate.ts'
import { zip } from '#server/platform/zip/write.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

it('reports the levels of a category that a topic cannot have', () => {
  const question = { questionText: 'Is it?', type: 'boolean', correctAnswer: true } as const
  const check = (category: string[]) =>
    checkItem({ title: 'One', category, readings: [{ label: '', question, losses: [] }] })
  expect(check(['a', 'b', 'c', 'd', 'e']).status).toBe('taken')
  expect(check(['Technical', 'a', 'b', 'c', 'd', 'e']).status).toBe('taken')
  expect(check(['a', 'b', 'c', 'd', 'e', 'f']).readings[0]?.losses).toEqual([
    'Its category is cut to the 5 levels and 300 characters of a topic',
  ])
  const slashed = check(['Java', 'Input/Output'])
  expect([slashed.category, slashed.readings[0]?.losses]).toEqual([
    'Java/Input-Output',
    ['Its category “Input/Output” has - instead of / here, because / separates levels'],
  ])
})

it('refuses a file of a package by its unpacked size, before unpacking it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-package-'))
  afterThisTest(async () => rmSync(folder, { recursive: true }))
  const path = join(folder, 'package.zip')
  writeFileSync(path, await zip(new Map([['large.xml', Buffer.alloc(65 * 1024 * 1024)]])))
  const files = await openPackage(path)
  await expect(files.read('large.xml')).rejects.toThrow('The file large.xml is larger than 64 MB')
  await expect(files.read('other.xml')).rejects.toThrow('is missing from the package')
  files.close()
})

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-file-'))
  afterThisTest(async () => rmSync(folder, { recursive: true }))
  return folder
}

const excel = 'xmlns:x="urn:schemas-microsoft-com:office:excel"'
it.each([
  ['<html><body><table><tr><td>Question</td></tr></table></body></html>', 'Open it in Excel, and save it as .xlsx'],
  [`<?xml version="1.0"?>\n<html ${excel}><head></head></html>`, 'Open it in Excel, and save it as .xlsx'],
  [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    'Open it in Excel, and save it as .xlsx',
  ],
  [
    '<html xmlns:w="urn:schemas-microsoft-com:office:word"><table></table></html>',
    'Open it in Word, and save it as .docx',
  ],
  ['<html><p>A</p></html>', 'This is a web page (HTML). Upload GIFT'],
  ['<feed/>', 'This XML is neither Moodle XML nor QTI. Upload GIFT'],
])('says what to upload instead of %j', async (content, sentence) => {
  const folder = folderOf()
  const path = join(folder, 'questions.xls')
  writeFileSync(path, content)
  await expect(openQuestions(path, folder, new ImportMedia(folder), () => {})).rejects.toThrow(sentence)
})

const read = (question: object) =>
  checkItem({ title: 'One', category: [], readings: [{ label: '', question: question as ReadQuestion, losses: [] }] })

it.each<[string, object, string[]]>([
  [
    'a right and a wrong one',
    { options: { A: 'x', B: 'y', C: ' x ' }, correctAnswer: 'A' },
    ['Options A and C have the same text, but only A is right. Change one of them'],
  ],
  [
    'two wrong ones',
    { type: 'multiple', options: { A: 'x', B: 'y', C: 'y' }, correctAnswers: ['A'] },
    ['Options B and C have the same text'],
  ],
  [
    'those of a gap',
    {
      type: 'gaps',
      questionText: 'It {{1}}',
      gaps: [{ kind: 'choice', options: { A: 'x', B: 'x' }, correctAnswer: 'B' }],
    },
    ['Options A and B of gap 1 have the same text, but only B is right. Change one of them'],
  ],
  [
    'letters of their own',
    { options: { A: '(A) x', B: '(B) y' }, correctAnswer: 'A' },
    ['Its options begin with letters of their own, which would be wrong in another order. Delete them'],
  ],
  ['one letter', { options: { A: 'A. x', B: 'C. y' }, correctAnswer: 'A' }, []],
  ['upper and lower case', { options: { A: 'x', B: 'X' }, correctAnswer: 'A' }, []],
  [
    'different images',
    { options: { A: 'x', B: 'x' }, correctAnswer: 'A', optionImages: { A: `/images/${'a'.repeat(32)}.png` } },
    [],
  ],
])('reports options with the same text: %s', (_, fields, losses) => {
  expect(read({ questionText: 'Is it?', ...fields }).readings[0]?.losses).toEqual(losses)
})

it.each([
  ['It has more than 100 pairs', 'It has more than 100 pairs. Shorten or split it, and upload the file again'],
  ['Option B has no text', 'Option B has no text. Add what is missing, and upload the file again'],
  ['Its type “x” is not supported', 'Its type “x” is not supported. Change its type, or enter the question by hand'],
  ['“5 m” is not a number', '“5 m” is not a number. Write a number such as 2.5'],
  ['The range 5..1 ends before it begins', 'The range 5..1 ends before it begins. Write the smaller number first'],
  ['One of its gaps is inside a formula', 'One of its gaps is inside a formula. Move it out of the formula'],
  ['An option of a gap is an image', 'An option of a gap is an image. Write it as text'],
  ['Two of its left sides are the same', 'Two of its left sides are the same. Change one of them'],
  ['Its pattern “a+” cannot be imported', 'Its pattern “a+” cannot be imported. Write the accepted answers themselves'],
  [
    'Gap 1 has several right options, but only one is allowed',
    'Gap 1 has several right options, but only one is allowed. Leave one right answer, or use another type of question',
  ],
  [
    'Its gaps can be answered in any order, which is not supported',
    'Its gaps can be answered in any order, which is not supported. Give each its own answer, or use a matching question',
  ],
  [
    'Some of its items have no partner or several, which is not supported',
    'Some of its items have no partner or several, which is not supported. Give each item one partner',
  ],
  [
    'Its scoring uses “durlte”, which is not supported',
    'Its scoring uses “durlte”, which is not supported. Export it with the usual marking of its program, or enter the question by hand',
  ],
  [
    'It gives marks for wrong answers, which is not supported',
    'It gives marks for wrong answers, which is not supported. Let empty and wrong answers earn nothing',
  ],
  [
    'Its answers “a*” and “ab” overlap, and the first one counts in Moodle',
    'Its answers “a*” and “ab” overlap, and the first one counts in Moodle. Put the answer that earns the most marks first',
  ],
  [
    'Its answer is typed, but it has options',
    'Its answer is typed, but it has options. Change it in the program that it comes from, or enter the question by hand',
  ],
  [
    'Points on an image cannot be imported',
    'Points on an image cannot be imported. Ask about the image with options or pairs',
  ],
  [
    'Items with values computed for each student (templates) cannot be imported',
    'Items with values computed for each student (templates) cannot be imported. Write one question with fixed values',
  ],
  ['It asks for no answer', 'It asks for no answer. Write a question for each answer, or leave it out'],
  ['It has several texts to write. Split it', 'It has several texts to write. Split it'],
  ['It has another gap. Move it to a separate question', 'It has another gap. Move it to a separate question'],
])('says what to do about a refused question: %s', (reason, sentence) => {
  expect(checkItem({ title: 'One', category: [], readings: [], reason }).reason).toBe(sentence)
})

const inXml = (declaration: string, mark = '') =>
  `${mark}<?xml version="1.0" encoding="${declaration}"?><quiz><question type="truefalse"><questiontext><text>Café £</text>
  </questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`

/** Reads a file as an import does. @returns the texts of its questions */
async function textsOf(content: string | Buffer) {
  const folder = folderOf()
  const path = join(folder, 'questions.xml')
  writeFileSync(path, content)
  const { items } = await openQuestions(path, folder, new ImportMedia(folder), () => {})
  const texts: (string | undefined)[] = []
  for await (const item of items) texts.push(item.readings?.[0]?.question.questionText)
  return texts
}

describe('XML that declares an encoding with one byte per letter', () => {
  it.each(['windows-1252', 'ISO-8859-1', 'windows-1251'])('is refused if its text is UTF-8 (%s)', async (declared) => {
    await expect(textsOf(inXml(declared))).rejects.toThrow(
      `The file declares the encoding ${declared}, but its text is UTF-8. Write UTF-8 in its first line`,
    )
    expect(() => decodeXml(Buffer.from(inXml(declared)))).toThrow('but its text is UTF-8')
  })

  it('is read as declared otherwise, and as UTF-8 if it has a byte order mark', async () => {
    expect(await textsOf(Buffer.from(inXml('windows-1252'), 'latin1'))).toEqual(['Café £'])
    expect(await textsOf(inXml('windows-1252').replace('Café £', 'Coffee'))).toEqual(['Coffee'])
    expect(await textsOf(inXml('windows-1252', '\ufeff'))).toEqual(['Café £'])
  })
})
