import { describe, expect, it } from 'vitest'
import { findJsonFlaw } from '#shared/tests/import/syntax.rules.ts'
import { extract, refusalOf } from './file.ts'

const options = { A: 'London', B: 'Paris', C: 'Rome', D: 'Madrid' }
const item = { questionText: 'Capital of France?', options, correctAnswer: 'B' }
const good = { ...item, explanation: null }
const extractItems = (...items: unknown[]) => extract(JSON.stringify(items))
const errorOf = (broken: unknown) => {
  const { questions, errors } = extractItems(item, broken)
  expect(questions).toEqual([good])
  expect(errors).toEqual([{ row: 2, message: expect.any(String) }])
  return errors[0]?.message
}

describe('extractQuestions on JSON', () => {
  it('accepts a list, or an object with a list', () => {
    expect(extractItems(item)).toEqual({ questions: [good], errors: [] })
    expect(extract(JSON.stringify({ version: 1, Questions: [item] }))).toEqual({ questions: [good], errors: [] })
  })
  it.each(['{}', '{"items": []}', '{"questions": {}}', '{"questions": [], "Questions": []}', JSON.stringify(item)])(
    'rejects %s',
    (content) => expect(refusalOf(content)).toContain('must be a list of questions'),
  )
  it.each([
    { ...item, options: Object.values(options) },
    { ...item, options: { optionA: 'London', 'Option 2': 'Paris', c: 'Rome', D: 'Madrid', E: '' } },
    { question: item.questionText, ...options, Answer: 2 },
    { QUESTION_TEXT: item.questionText, option_a: 'London', option2: 'Paris', C: 'Rome', d: 'Madrid', answer: 'Paris' },
    { ...item, correctAnswer: 'b', marks: null, explanation: '  ', tags: ['x'] },
  ])('accepts %j', (variant) => expect(extractItems(variant)).toEqual({ questions: [good], errors: [] }))

  it('accepts marks and explanation', () => {
    expect(extractItems({ ...item, marks: 2.5, explanation: ' By law ' }).questions).toEqual([
      { ...good, marks: 2.5, explanation: 'By law' },
    ])
  })
  it.each([
    [{ ...item, options: [...Object.values(options), 'Oslo'] }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, options: ['London', 'Paris', 'Rome'] }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, options: { ...options, E: 'Oslo' } }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, options: { ...options, hint: 'Oslo' } }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, options: 'London' }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, optionE: 'Oslo' }, 'There must be exactly four options: A, B, C and D.'],
    [{ ...item, options: { A: 'London', B: 'Paris', C: 'Rome' } }, 'Option D is missing.'],
    [{ ...item, options: { ...options, D: 4 } }, 'Option D must be a string in quotation marks.'],
    [{ ...item, optionA: 'Londres' }, 'A is given more than once, under different names.'],
    [{ ...item, question: 'Again?' }, 'questionText is given more than once, under different names.'],
    [{ ...item, questionText: 12 }, 'questionText must be a string in quotation marks.'],
    [{ ...item, questionText: null }, 'The question text is missing.'],
    [{ ...item, correctAnswer: null }, 'The correct answer is missing.'],
    [{ ...item, correctAnswer: ['A', 'B'] }, 'correctAnswer must be a single string or number.'],
    [{ ...item, correctAnswer: true }, 'correctAnswer must be a single string or number.'],
    [
      { ...item, correctAnswer: 1.5 },
      'The correct answer "1.5" is not one of A, B, C, D. Enter one of these letters, a number from 1 to 4, or the text of an option.',
    ],
    [{ ...item, marks: '2' }, 'marks must be a number, without quotation marks.'],
    [
      { ...item, marks: 11, explanation: {} },
      'explanation must be a string in quotation marks. Marks must be a number from 1 to 10 with at most two decimals, such as 2 or 2.5.',
    ],
    [{ ...item, questionText: 'a\0b' }, 'The question text contains control characters; please type it again.'],
    [{ ...item, explanation: '\ud800' }, 'The explanation contains damaged characters (\ufffd); please type it again.'],
    ['text', 'This is not an object with questionText, options and correctAnswer.'],
    [[item], 'This is not an object with questionText, options and correctAnswer.'],
    [null, 'This is not an object with questionText, options and correctAnswer.'],
  ])('rejects %j', (broken, reason) => expect(errorOf(broken)).toBe(reason))

  it.each([
    ['[\n  {"questionText": "x",}\n]', 'unexpected "}", at line 2, column 24'],
    ['[1 2]', 'expected "]", at line 1, column 4'],
    ['[1', 'the file ends too early, at line 1, column 3'],
    ['{"a"', 'the file ends too early, at line 1, column 5'],
    ['[{"a":"x}]\r\n', 'a string contains a line break or tab; write \\n or \\t, at line 1, column 11'],
    ['[{"a":"x}]', 'a string is not closed with a quotation mark, at line 1, column 7'],
    [
      '[\r\n\r\n"C:\\data"]',
      'a backslash is not followed by a known escape; write \\\\ for a backslash, at line 3, column 5',
    ],
    ["[{'a': 1}]", 'unexpected "\'", at line 1, column 3'],
    ['[] x', 'unexpected "x", at line 1, column 4'],
    ['[{"A": "1",\n"B": "2", "A": "3"}]', '"A" is given twice in the same object, at line 2, column 11'],
    [`${'['.repeat(60)}${']'.repeat(60)}`, 'the file is nested too deeply, at line 1, column 52'],
  ])('locates the error in %j', (content, place) =>
    expect(refusalOf(content)).toBe(`VALIDATION file: The JSON cannot be read: ${place}`),
  )
})

describe('findJsonFlaw', () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const sound = '{"a\\u00e9\\n":[-0.5e+10,true,false,null,"",{},[ ],{"b":[0]}]}'
  it('agrees with JSON.parse on all text one character away from valid JSON', () => {
    let broken = 0
    for (let at = 0; at <= sound.length; at++)
      for (const put of ['', '"', '\\', ',', ':', '[', ']', '{', '}', '0', '-', '.', 'e', 'x', ' ', '\n', '\u00a0'])
        for (const removed of [0, 1]) {
          const text = sound.slice(0, at) + put + sound.slice(at + removed)
          if (!parses(text)) broken++
          expect([text, findJsonFlaw(text) === null]).toEqual([text, parses(text)])
        }
    expect(broken).toBeGreaterThan(500)
  })
})
