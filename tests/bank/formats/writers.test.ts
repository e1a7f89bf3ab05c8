import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { questionWriters } from '#server/features/bank/formats/writers.ts'
import { ImportMedia } from '#server/features/bank/import/media.ts'
import { openQuestions } from '#server/features/bank/import/reader.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import { aQuestion } from './moodle/written.ts'
import { collected } from './qti/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'writers-'))
const spaces = 'Consecutive spaces become one'

/** The losses that the check reports, and what is read from the written file. */
async function trip(format: ExportFormat, fields: object) {
  const question = aQuestion(fields)
  const { check, write } = questionWriters[format]
  const { losses } = await check(question)
  const parts: Buffer[] = []
  const questions = (async function* () {
    yield question
  })()
  for await (const part of write(questions, async () => undefined)) parts.push(part)
  const path = join(folder, 'file')
  writeFileSync(path, Buffer.concat(parts))
  const { items } = await openQuestions(path, folder, new ImportMedia(folder), () => {})
  const [item] = await collected(items)
  return { losses, read: item?.readings[0]?.question as Record<string, unknown> | undefined }
}

const options = { A: 'a', B: 'b' }
const gapOf = (gap: object) => ({ type: 'gaps', questionText: 'It is {{1}} now', gaps: [gap] })

describe('a written question', () => {
  it.each(['qti3', 'moodle-xml', 'gift'] as const)(
    'keeps the language of code in %s, and adds no note',
    async (format) => {
      const questionText = 'What?\n\n```python\ndef f():\n    return 1\n```\n\n```\nplain\n```'
      const { losses, read } = await trip(format, {
        options: { A: '```c++\nint x;\n```', B: 'b' },
        correctAnswer: 'A',
        questionText,
      })
      expect(losses).toEqual([])
      expect(read).toMatchObject({ questionText, options: { A: '```c++\nint x;\n```' } })
      expect(read?.notes).toBeUndefined()
    },
  )

  it.each<[string, object, ExportFormat[]]>([
    ['a text', { questionText: 'a  b', options, correctAnswer: 'A' }, ['qti3', 'moodle-xml']],
    ['the beginning of a line', { questionText: 'a\n  b', options, correctAnswer: 'A' }, ['qti3', 'moodle-xml']],
    ['an option', { options: { A: 'a  b', B: 'c' }, correctAnswer: 'A' }, ['qti3', 'moodle-xml']],
    ['code', { options: { A: '`a  b`', B: 'c' }, correctAnswer: 'A' }, []],
    ['a code block', { questionText: 'a\n\n```\nb  c\n\td\n```', options, correctAnswer: 'A' }, []],
    ['a nested list', { questionText: '- a\n\n  - b', options, correctAnswer: 'A' }, []],
    [
      'a left side',
      {
        type: 'matching',
        pairs: [
          { left: 'a  b', right: 'x' },
          { left: 'c', right: 'y' },
        ],
      },
      ['qti3', 'moodle-xml'],
    ],
    [
      'a right side',
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: 'x\ty' },
          { left: 'c', right: 'z' },
        ],
      },
      ['qti3'],
    ],
    ['an accepted answer', { type: 'text', accepted: [{ value: 'a  b' }] }, ['gift']],
    ['an accepted answer of a gap', gapOf({ kind: 'text', accepted: [{ value: 'a  b' }] }), ['gift']],
    [
      'an option of a gap',
      gapOf({ kind: 'choice', options: { A: 'a  b', B: 'c' }, correctAnswer: 'A' }),
      ['qti3', 'moodle-xml'],
    ],
    ['a unit', { type: 'numeric', correctValue: 1, unit: 'k  m' }, ['qti3']],
  ])('reports spaces in %s that the format does not keep', async (_, fields, lossy) => {
    for (const format of ['qti3', 'moodle-xml', 'gift'] as const) {
      const { losses, read } = await trip(format, fields)
      expect(losses.includes(spaces), format).toBe(lossy.includes(format))
      const { unit, ...kept } = fields as { unit?: string }
      if (!lossy.includes(format)) expect(read).toMatchObject(format === 'gift' ? kept : fields)
    }
  })

  it.each<[string, { questionText: string; unit?: string }]>([
    ['gaps in another order', { questionText: 'A {{2}} and {{1}}' }],
    ['a gap with a unit', { questionText: 'A {{1}} and {{2}}', unit: 'kg' }],
  ])('gets no note about its name in Moodle XML: %s', async (_, { unit, questionText }) => {
    const gaps = [
      { kind: 'numeric', correctValue: 1, unit },
      { kind: 'text', accepted: [{ value: 'b' }] },
    ]
    const { losses, read } = await trip('moodle-xml', { type: 'gaps', questionText, gaps, marks: 2 })
    expect(losses).toEqual([
      unit ? 'Gap 1: Its unit is written as text after the gap' : 'Gaps are numbered in the order of the text',
    ])
    expect(read?.notes).toBeUndefined()
  })
})

describe('line breaks in short texts', () => {
  const rubric = (criterion: string, label: string) => ({
    type: 'essay',
    rubric: [{ criterion, levels: [{ label, marks: 1 }] }],
  })
  it.each<[string, object, ExportFormat[]]>([
    ['an accepted answer', { type: 'text', accepted: [{ value: 'a\nb' }] }, ['gift']],
    ['an accepted answer of a gap', gapOf({ kind: 'text', accepted: [{ value: 'a\nb' }] }), ['gift']],
    ['a criterion', rubric('a\nb', 'c'), ['qti3']],
    ['a level', rubric('a', 'b\nc'), ['qti3']],
    ['the source', { options, correctAnswer: 'A', source: 'a\nb' }, ['qti3']],
    [
      'an option of a gap',
      gapOf({ kind: 'choice', options: { A: 'a\nb', B: 'c' }, correctAnswer: 'A' }),
      ['qti3', 'moodle-xml', 'gift'],
    ],
  ])('are reported if the format does not keep those of %s', async (_, fields, lossy) => {
    for (const format of ['qti3', 'moodle-xml', 'gift'] as const) {
      const { losses, read } = await trip(format, fields)
      expect(losses.includes('Line breaks in short texts become spaces'), format).toBe(lossy.includes(format))
      if (lossy.includes(format) || losses.length === 0)
        expect(JSON.stringify(read).includes('\\n'), format).toBe(!lossy.includes(format))
    }
  })
})

describe('a package of QTI 3.0', () => {
  const level = (marks: number) => ({ label: `${marks}`, marks })
  it.each<[string, object]>([
    ['an essay of at least one word', { type: 'essay', minWords: 1 }],
    ['an essay of one word', { type: 'essay', minWords: 1, maxWords: 1 }],
    ['an essay of at most one word', { type: 'essay', maxWords: 1 }],
    ['an essay of two to ten words', { type: 'essay', minWords: 2, maxWords: 10 }],
    [
      'marks of a rubric',
      { type: 'essay', rubric: [{ criterion: 'c', levels: [0, 0.5, 1000, 1e-7, 1e21, 1.7e308].map(level) }] },
    ],
    [
      'as many distractors as pairs',
      {
        type: 'matching',
        pairs: Array.from({ length: 50 }, (_, at) => ({ left: `L${at}`, right: `R${at}` })),
        distractors: Array.from({ length: 50 }, (_, at) => `D${at}`),
      },
    ],
  ])('keeps %s', async (_, fields) => {
    const { losses, read } = await trip('qti3', fields)
    expect(losses).toEqual([])
    expect(read).toMatchObject(fields)
    if ('type' in fields && fields.type === 'essay' && !('minWords' in fields)) expect(read?.minWords).toBeUndefined()
  })

  it.each(['passage', 'explanation'])('says that a marker in the %s of a gap question is changed', async (field) => {
    const gap = gapOf({ kind: 'text', accepted: [{ value: 'x' }] })
    const { losses, read } = await trip('qti3', { ...gap, [field]: 'Write {{1}} here' })
    expect(losses).toEqual([
      'Read back, text such as {{1}} outside the question becomes { {1}}, because it would be a gap',
    ])
    expect(read?.[field]).toBe('Write { {1}} here')
    expect((await trip('qti3', { options, correctAnswer: 'A', [field]: 'Write {{1}} here' })).losses).toEqual([])
  })

  it.each([
    [20, 3, '*', true],
    [20, 20, '*', false],
  ])(
    'says that it may not be readable: %i gaps with %i accepted answers “…%s”',
    async (count, accepted, end, isRead) => {
      const places = Array.from({ length: count }, (_, at) => at)
      const gaps = places.map((at) => ({
        kind: 'text',
        accepted: Array.from({ length: accepted }, (_, one) => ({ value: `v${at}x${one}${end}` })),
      }))
      const questionText = places.map((at) => `Fill {{${at + 1}}}`).join(' ')
      const { losses, read } = await trip('qti3', { type: 'gaps', questionText, gaps })
      const sentence = 'It may not be possible to import it here again, because its gaps have too many accepted answers'
      expect(losses).toEqual(isRead ? [] : [sentence])
      expect(read !== undefined).toBe(isRead)
    },
  )
})

it.each(Object.entries(questionWriters))('reports the retired status, which %s does not keep', async (_, { check }) => {
  const question = aQuestion({ options, correctAnswer: 'A' })
  expect((await check(question)).losses).toEqual([])
  expect((await check({ ...question, retired: true })).losses).toEqual(['Its retired status is not kept'])
})
