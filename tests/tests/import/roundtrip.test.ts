import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#shared/errors.ts'
import { extract, type FourOptionQuestion, header, utf16be, windows1252Bytes, windows1252Characters } from './file.ts'

const tricky = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  ' ',
  "'",
  '=',
  '\\',
  '<b>',
  '&amp;',
  'A',
  '1',
  'sep=;',
]
const legacyPiece = fc.oneof(fc.constantFrom(...tricky), fc.constantFrom(...windows1252Characters))
const piece = fc.oneof(
  legacyPiece,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  fc.constantFrom('₹', 'é', '你', '😀', 'हिं'),
)

const isSound = (text: string) => text !== '' && !/[^\P{Cc}\t\n\r]|\ufffd/u.test(text)
const textOf = (unit: fc.Arbitrary<string>) =>
  fc
    .array(unit, { minLength: 1, maxLength: 12 })
    .map((pieces) => pieces.join('').trim())
    .filter(isSound)

const questionOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    questionText: text,
    options: fc.record({ A: text, B: text, C: text, D: text }),
    correctAnswer: fc.constantFrom('A', 'B', 'C', 'D'),
    marks: fc.integer({ min: 4, max: 40 }).map((quarters) => quarters / 4),
    // An explanation such as "A" is rejected on purpose: it suggests shifted cells.
    explanation: text.filter((one) => one.length > 4),
  })
const questionsOf = (unit: fc.Arbitrary<string>) => fc.array(questionOf(textOf(unit)), { minLength: 1, maxLength: 5 })
type Questions = FourOptionQuestion[]

interface Layout {
  delimiter: string
  rowEnd: string
  quoteAll: boolean
  endsWithRowEnd: boolean
}
const layout: fc.Arbitrary<Layout> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  rowEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  endsWithRowEnd: fc.boolean(),
})

/** Written separately, to share no bugs with the library that reads. */
function csvOf(questions: Questions, { delimiter, rowEnd, quoteAll, endsWithRowEnd }: Layout): string {
  const cellOf = (text: string) =>
    quoteAll || text.startsWith('"') || [delimiter, '\n', '\r'].some((special) => text.includes(special))
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const rows = questions.map(({ questionText, options: { A, B, C, D }, correctAnswer, marks, explanation }) =>
    [questionText, A, B, C, D, `Option ${correctAnswer}`, `${marks}`, `${explanation}`].map(cellOf).join(delimiter),
  )
  return [header.replaceAll(',', delimiter), ...rows].join(rowEnd) + (endsWithRowEnd ? rowEnd : '')
}

const encoders: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 LE with BOM': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': utf16be,
  'UTF-16 BE with BOM': (text) => utf16be(`\ufeff${text}`),
}

describe('written files are read back', () => {
  it.each(Object.entries(encoders))('CSV in %s, whatever the separator, line ending and quoting', (_, encode) => {
    fc.assert(
      fc.property(questionsOf(piece), layout, (questions, how) => {
        expect(extract(encode(csvOf(questions, how)))).toEqual({ questions, errors: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('CSV in Windows-1252', () => {
    let read = 0
    fc.assert(
      fc.property(questionsOf(legacyPiece), layout, (questions, how) => {
        const bytes = windows1252Bytes(csvOf(questions, how))
        // Bytes that happen to be UTF-8, or mostly so, are not read as Windows-1252.
        fc.pre(Buffer.from(bytes.toString()).equals(bytes) === /^\p{ASCII}*$/u.test(bytes.toString('latin1')))
        try {
          expect(extract(bytes)).toEqual({ questions, errors: [] })
          read++
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
        }
      }),
      { numRuns: 300 },
    )
    // The others were rejected, because random letters can form pairs that are valid UTF-8.
    expect(read).toBeGreaterThan(100)
  })

  it('JSON, indented or not', () => {
    fc.assert(
      fc.property(questionsOf(piece), fc.constantFrom(0, 2, '\t'), fc.boolean(), (questions, indent, wrapped) => {
        const content = JSON.stringify(wrapped ? { questions } : questions, null, indent)
        const { questions: read, errors } = extract(content)
        // A bare letter may also be an option's text. Such a row is rejected, never changed.
        for (const question of read) expect(questions).toContainEqual(question)
        expect(read.length + errors.length).toBe(questions.length)
        for (const { message } of errors) expect(message).toMatch(/^The correct answer ".*" can mean option/)
      }),
      { numRuns: 300 },
    )
  })

  it('any text in any encoding is accepted or rejected with a message', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), fc.boolean(), (pieces, legacy, json) => {
        const text = json ? `[{"questionText":${pieces.join('')}}]` : `${header}\n${pieces.join('')}`
        try {
          const { questions, errors } = extract(Buffer.from(text, legacy ? 'latin1' : 'utf8'))
          expect(questions.length + errors.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
