import { describe, expect, it } from 'vitest'
import { questionForm } from '#shared/tests/form.schema.ts'
import { limits } from '#shared/tests/import/import.rules.ts'
import { correctTexts, extract, extractRows, fourOptionQuestions, header, refusalOf, validRow } from './file.ts'

const good = {
  questionText: 'Capital of France?',
  options: { A: 'London', B: 'Paris', C: 'Rome', D: 'Madrid' },
  correctAnswer: 'B',
  marks: 2,
  explanation: 'By law',
}
const errorOf = (row: string) => {
  const { questions, errors } = extractRows(row, validRow)
  expect(questions).toEqual([good])
  expect(errors).toEqual([{ row: 2, message: expect.any(String) }])
  return errors[0]?.message
}

describe('header', () => {
  it.each([
    'questionText,A,B,C,D,correctAnswer,marks,explanation',
    'QUESTION TEXT,a,b,c,d,CORRECT_ANSWER,Mark,Explanation',
    'Question,optionA,option_b,Option C,OPTION-D,Answer,Mark(s),EXPLANATION',
    ' question , option 1 ,Option_2,option3,option-4, Correct Option ,MARKS, explanation ',
  ])('understands %s', (names) => expect(extract(`${names}\n${validRow}`)).toEqual({ questions: [good], errors: [] }))

  it('accepts columns in any order and ignores unknown ones', () => {
    expect(extract('answer,topic,D,C,B,A,question\nB,Europe,Madrid,Rome,Paris,London,Capital of France?')).toEqual({
      questions: [{ ...good, marks: undefined, explanation: null }],
      errors: [],
    })
  })
  it('names every missing column', () => {
    expect(refusalOf('question,A,C,D\nx,1,2,3')).toContain(
      'VALIDATION file: Missing in the header row: B, correctAnswer.',
    )
  })
  it('rejects two columns with the same meaning', () => {
    expect(refusalOf(`${header},optionA,answer\n${validRow}`)).toBe(
      'VALIDATION file: Several columns match A: "A", "optionA". Keep one of them / file: Several columns match correctAnswer: "correctAnswer", "answer". Keep one of them',
    )
  })
  it.each(['E', 'optionE', 'Option 5', 'option_10', 'f'])(
    'rejects rows with a value for the extra option %s',
    (extra) => {
      const { questions, errors } = extract(`${header},${extra}\n${validRow},Oslo\n${validRow},\n`)
      expect(questions).toEqual([good])
      expect(errors).toEqual([{ row: 2, message: 'There are more than four options; only A, B, C and D are allowed.' }])
    },
  )
})

describe('rows', () => {
  it('keep text exactly, except surrounding white space', () => {
    const { questions, errors } = extractRows(
      '" What is <b>bold</b> &amp;\r\n  <script>alert(1)</script>?\n","<p>",=1+1,\'x,"  a  b ",B,,"""why"""',
    )
    expect(errors).toEqual([])
    expect(questions).toEqual([
      {
        questionText: 'What is <b>bold</b> &amp;\r\n  <script>alert(1)</script>?',
        options: { A: '<p>', B: '=1+1', C: "'x", D: 'a  b' },
        correctAnswer: 'B',
        explanation: '"why"',
      },
    ])
  })
  it('report all of a row’s errors at once', () => {
    expect(errorOf(' ,London,,Rome,Madrid,,eleven,')).toBe(
      'The question text is missing. Option B is missing. Marks must be a number from 1 to 10 with at most two decimals, such as 2 or 2.5. The correct answer is missing.',
    )
  })
  it.each([
    ['1', 1],
    ['10', 10],
    ['2.5', 2.5],
    ['"2,5"', 2.5],
    ['02', 2],
    ['3.00', 3],
    ['२.५', 2.5],
    ['٢٫٥', 2.5],
    ['2½', 2.5],
    ['', undefined],
  ])('accept marks of %s', (marks, value) => {
    expect(extractRows(`Q,1st,2nd,3rd,4th,A,${marks},`).questions[0]?.marks).toBe(value)
  })
  it.each(['0', '0.5', '10.5', '11', '-1', '"1,000"', '1.000', '१.०००', '1/3', '2 marks', 'NaN', '02-May'])(
    'are rejected with marks of %s',
    (marks) => expect(errorOf(`Q,1st,2nd,3rd,4th,A,${marks},`)).toContain('Marks must be a number from 1 to 10'),
  )
  it('are rejected with a hint if they have more cells than columns, unless the extra ones are empty', () => {
    expect(errorOf(`${validRow},more`)).toContain('more cells than named columns; is there a separator')
    expect(extractRows(`${validRow},,, ,`).errors).toEqual([])
    expect(extract(`${header},\n${validRow},slipped`).errors[0]?.message).toContain('more cells than named columns')
  })
  it('are rejected if an unquoted comma shifted them', () => {
    const slipped = extract('question,A,B,C,D,answer,explanation\nWhat is 1, or 2?,1,2,3,4,C')
    expect(slipped).toEqual({
      questions: [],
      errors: [{ row: 2, message: expect.stringContaining('The explanation looks like an answer') }],
    })
  })
  it('may omit optional cells, but not required ones', () => {
    expect(extractRows('Q,1st,2nd,3rd,4th,A').questions).toHaveLength(1)
    expect(errorOf('Q,1st,2nd')).toBe('Option C is missing. Option D is missing. The correct answer is missing.')
  })
  it.each(['\x07', '\x1b', '\x7f', '\x85', '\ufffd'])('are rejected with the character %j', (character) =>
    expect(errorOf(`Q${character}x,1st,2nd,3rd,4th,A,,`)).toContain('The question text contains'),
  )
  it('accept text up to the question form’s limits', () => {
    const row = (extra: string) =>
      `${'q'.repeat(limits.questionText)}${extra},${'a'.repeat(limits.option)}${extra},2nd,3rd,4th,B,,${'e'.repeat(limits.explanation)}${extra}`
    const [longest] = fourOptionQuestions(extractRows(row('')).questions)
    expect(questionForm.safeParse(longest).success).toBe(true)
    expect(errorOf(row('x'))).toBe(
      'The question text is longer than 10,000 characters. Option A is longer than 2,000 characters. The explanation is longer than 10,000 characters.',
    )
    for (const field of ['questionText', 'explanation'] as const)
      expect(questionForm.safeParse({ ...longest, [field]: `${longest?.[field]}x` }).success).toBe(false)
    expect(
      questionForm.safeParse({ ...longest, options: { ...longest?.options, A: 'a'.repeat(limits.option + 1) } })
        .success,
    ).toBe(false)
  })
  it('are rejected if they have numeric answers and any row’s answer is 0', () => {
    const { questions, errors } = extractRows('Q,w,x,y,z,1,,', 'Q,w,x,y,z,0,,', 'Q,w,x,y,z,B,,', 'Q,1,2,3,4,2,,')
    expect(correctTexts(questions)).toEqual(['x', '2'])
    expect(errors).toEqual([
      { row: 2, message: expect.stringContaining('Row 3 has the answer 0') },
      { row: 3, message: expect.stringContaining('counted from 1') },
    ])
  })
})
