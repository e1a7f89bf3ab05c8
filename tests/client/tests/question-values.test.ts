import { describe, expect, it } from 'vitest'
import { gapCountOf, missingMarkers, withGapInserted } from '#client/features/tests/model/gap-markers.ts'
import {
  rightSidesOf,
  withCorrectAnswer,
  withGapsOf,
  withOption,
  withoutOption,
  withPartner,
  withQuestionType,
} from '#client/features/tests/model/question-edits.ts'
import {
  previewFieldsOf,
  type QuestionValues,
  questionValuesForm,
  startedValuesForm,
  valuesOf,
} from '#client/features/tests/model/question-values.ts'
import { type DraftQuestion, splitQuestion } from '#client/features/tests/model/test-draft.ts'
import { penaltyOf, penaltyText, percentText, shareOf } from '#client/features/tests/model/typed-shares.ts'
import { noteOn, numberOf } from '#client/lib/typed-numbers.ts'
import { questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { aDraftQuestion, aTypedQuestion, everyType, fieldsOf } from './drafts.ts'

const errorsOf = (values: QuestionValues) =>
  Object.fromEntries(
    (questionValuesForm.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
const newValues = (fields: Partial<QuestionValues>): QuestionValues => ({
  ...valuesOf(undefined),
  questionText: 'Why?',
  ...fields,
})

describe('the question dialog', () => {
  it.each(everyType)('returns a $type question unchanged', ({ fields }) => {
    const question: DraftQuestion = { ...aTypedQuestion(fields), marks: 2 }
    const checked = questionValuesForm.parse(valuesOf(question))
    const { fields: kept } = splitQuestion({ ...checked, key: 'key' })
    expect(kept).toEqual(fields)
    expect(checked).toMatchObject({ questionText: question.questionText, marks: 2, explanation: null })
  })

  it.each(everyType)('previews a $type question with its key', ({ fields }) => {
    expect(previewFieldsOf(valuesOf(aTypedQuestion(fields)))).toEqual(fields)
  })

  it.each(questionTypeNames)('previews an empty %s question', (type) => {
    expect(previewFieldsOf(withQuestionType(newValues({}), type)).type).toBe(type === 'single' ? undefined : type)
  })

  it.each([
    [{ type: 'multiple' }, 'correctAnswers', 'Mark at least one option as correct'],
    [{ type: 'boolean' }, 'correctAnswer', 'Choose True or False'],
    [{ type: 'numeric' }, 'correctValue', 'Must be a number'],
    [{ type: 'numeric', correctValue: 'ten' }, 'correctValue', 'Must be a number'],
    [
      { type: 'numeric', mode: 'range', range: { min: '2', max: '1' } },
      'range.max',
      'Must not be less than the minimum',
    ],
    [{ type: 'text' }, 'accepted.0.value', 'Enter an accepted answer'],
    [{ type: 'text', accepted: [{ value: 'a', fraction: '150' }] }, 'accepted.0.fraction', expect.any(String)],
    [{ type: 'gaps' }, 'gaps', 'Add at least one gap'],
    [{ type: 'ordering', items: ['a', 'a'] }, 'items', 'Each item can be used only once'],
    [{ type: 'essay', minWords: 9, maxWords: 8 }, 'maxWords', 'Must not be less than the minimum'],
    [{ type: 'boolean', correctAnswer: 'true', penalty: 'a lot' }, 'penalty', expect.stringContaining('such as 1/3')],
  ] as [Partial<QuestionValues>, string, unknown][])('%j is refused at %s', (fields, path, message) => {
    expect(errorsOf(newValues(fields))).toMatchObject({ [path]: message })
  })

  it('requires a marker for each gap below the highest', () => {
    const [gap] = valuesOf(aTypedQuestion(fieldsOf('gaps'))).gaps
    if (!gap) throw new Error('Expected a gap')
    const values = newValues({ type: 'gaps', questionText: 'Only {{2}}', gaps: [gap, gap] })
    expect(errorsOf(values)).toEqual({ questionText: 'The text must contain {{1}}' })
    expect(errorsOf({ ...values, questionText: '{{1}} {{2}} {{2}}' })).toEqual({
      questionText: 'The text contains {{2}} more than once',
    })
    expect(errorsOf({ ...values, questionText: '{{0}} {{1}}' })).toEqual({
      questionText: 'The text contains {{0}}, but there is no gap 0',
    })
  })

  it('keeps the gaps of a started test, even if its text lacks their markers', () => {
    const [gap] = valuesOf(aTypedQuestion(fieldsOf('gaps'))).gaps
    if (!gap) throw new Error('Expected a gap')
    const values = newValues({ type: 'gaps', questionText: 'Only {{1}}', gaps: [gap, gap] })
    expect(startedValuesForm.parse(values)).toMatchObject({ gaps: [{ kind: gap.kind }, { kind: gap.kind }] })
  })

  it('drops the penalty of an essay', () => {
    expect(questionValuesForm.parse(newValues({ type: 'essay', penalty: '1/3' })).penalty).toBeUndefined()
  })
})

describe('additional accepted options', () => {
  const accepting = (fields: Partial<QuestionValues> = {}) =>
    newValues({
      options: { A: 'one', B: 'two', C: 'three', D: 'four' },
      correctAnswer: 'B',
      alternatives: ['C', 'D'],
      ...fields,
    })

  it('are kept by the dialog and previewed', () => {
    expect(questionValuesForm.parse(accepting())).toMatchObject({ correctAnswer: 'B', alternatives: ['C', 'D'] })
    expect(previewFieldsOf(accepting())).toMatchObject({ alternatives: ['C', 'D'] })
    expect(valuesOf(aDraftQuestion({ alternatives: ['D'] })).alternatives).toEqual(['D'])
    expect(questionValuesForm.parse(accepting({ alternatives: [] }))).not.toHaveProperty('alternatives')
  })

  it('do not include the correct one', () => {
    expect(withCorrectAnswer(accepting(), 'C')).toMatchObject({ correctAnswer: 'C', alternatives: ['D'] })
    expect(errorsOf(accepting({ alternatives: ['B'] }))).toHaveProperty('alternatives')
  })

  it('move up with their options when an earlier one is removed', () => {
    expect(withoutOption(accepting(), 'A')).toMatchObject({ correctAnswer: 'A', alternatives: ['B', 'C'] })
    expect(withoutOption(accepting(), 'C')).toMatchObject({ correctAnswer: 'B', alternatives: ['C'] })
  })
})

describe('changing the type', () => {
  it('keeps the text, marks, explanation, options and correct option', () => {
    const single = valuesOf({ ...aDraftQuestion({ correctAnswer: 'C' }), marks: 3, explanation: 'So.' })
    const multiple = withQuestionType(single, 'multiple')
    expect(multiple).toEqual({ ...single, type: 'multiple', correctAnswer: '', correctAnswers: ['C'] })
    expect(withQuestionType(multiple, 'single')).toMatchObject({ type: 'single', correctAnswer: 'C' })
    const two = { ...multiple, correctAnswers: ['A', 'C'] as QuestionValues['correctAnswers'] }
    expect(withQuestionType(two, 'single').correctAnswer).toBe('')
  })

  it('starts with the gaps in the text', () => {
    expect(withQuestionType(newValues({ questionText: '{{1}} and {{2}}' }), 'gaps').gaps).toHaveLength(2)
  })
})

describe('options', () => {
  const values = newValues({
    options: { A: 'one', B: 'two', C: 'three', D: 'four' },
    optionImages: { A: '/a', D: '/d' },
    correctAnswer: 'D',
    correctAnswers: ['B', 'D'],
  })

  it('keep consecutive letters from A when one is removed', () => {
    expect(withoutOption(values, 'B')).toMatchObject({
      options: { A: 'one', B: 'three', C: 'four' },
      optionImages: { A: '/a', C: '/d' },
      correctAnswer: 'C',
      correctAnswers: ['C'],
    })
    expect(Object.keys(withoutOption(values, 'A').options)).toEqual(['A', 'B', 'C'])
    expect(withoutOption(values, 'D')).toMatchObject({ optionImages: { A: '/a' }, correctAnswer: '' })
  })

  it('get the next letter, up to ten', () => {
    expect(Object.keys(withOption(values).options)).toEqual(['A', 'B', 'C', 'D', 'E'])
    let many = values
    for (let count = 0; count < 10; count++) many = withOption(many)
    expect(Object.keys(many.options).join('')).toBe('ABCDEFGHIJ')
  })
})

describe('gaps', () => {
  it('are counted up to the highest marker', () => {
    expect(gapCountOf('No gap, {{x}}, {{0}}, {{99}}')).toBe(0)
    expect(gapCountOf('{{1}} {{ 3 }}')).toBe(3)
    expect(missingMarkers('{{1}} {{3}}')).toEqual(['{{2}}'])
  })

  it('are inserted at the caret with the lowest free number', () => {
    expect(withGapInserted('a b', 2, 3)).toEqual({ text: 'a {{1}}', caret: 7 })
    expect(withGapInserted('{{1}} {{3}}', 0, 0).text).toBe('{{2}}{{1}} {{3}}')
  })

  it('keep their values when their markers are deleted and typed again', () => {
    const { gaps } = valuesOf(aTypedQuestion(fieldsOf('gaps')))
    expect(withGapsOf({ questionText: '{{1}}', gaps })).toEqual(gaps)
    expect(withGapsOf({ questionText: '{{4}}', gaps })).toHaveLength(4)
  })
})

describe('a partner', () => {
  it('changes without affecting the sides that students see', () => {
    const before = {
      pairs: [
        { left: 'a', right: '1' },
        { left: 'b', right: '2' },
      ],
      distractors: ['3'],
    }
    const after = withPartner(before, 0, '3')
    expect(after).toEqual({ pairs: [{ left: 'a', right: '3' }, before.pairs[1]], distractors: ['1'] })
    expect(rightSidesOf(after).sort()).toEqual(rightSidesOf(before).sort())
    expect(withPartner(before, 0, '2').distractors).toEqual(['1', '3'])
  })
})

describe('typed numbers', () => {
  it.each([
    ['9.81', 9.81],
    [' 1.6e-19 ', 1.6e-19],
    ['3,14', 3.14],
    ['1/4', 0.25],
    ['', ''],
    ['5 m', '5 m'],
    ['ten', 'ten'],
  ])('%j is read as %j', (text, number) => {
    expect(numberOf(text)).toBe(number)
  })

  it.each([1, 0.05, 0.07, 0.1, 1 / 3, 2 / 3, 1e-9])('%d survives conversion to a percentage and back', (share) => {
    expect(shareOf(percentText(share))).toBe(share)
  })

  it.each([
    ['', undefined],
    ['0.5', 0.5],
    ['1/3', '1/3'],
    ['x', 'x'],
  ])('a penalty of %j is read as %j', (text, penalty) => {
    expect(penaltyOf(text)).toBe(penalty)
  })

  it.each(['1,500', '-12,345', '999,000 '])('refuses %j, which could have thousands or decimals', (text) => {
    expect(numberOf(text)).toBe(text.trim())
    expect(penaltyOf(text)).toBe(text.trim())
    expect(shareOf(text)).toBe(text.trim())
    const numeric = { type: 'numeric', correctValue: text, tolerance: text } as const
    expect(errorsOf(newValues(numeric))).toMatchObject({
      correctValue: 'Must be a number',
      tolerance: 'Must be a number',
    })
    const range = { type: 'numeric', mode: 'range', range: { min: text, max: text } } as const
    expect(Object.keys(errorsOf(newValues(range)))).toEqual(['range.min', 'range.max'])
    for (const field of ['marks', 'penalty']) expect(errorsOf(newValues({ [field]: text }))).toHaveProperty(field)
  })

  it.each([
    ['1,500', { refusal: 'This could be 1500 or 1.5. Enter it without the comma.' }],
    ['-1,500', { refusal: 'This could be -1500 or -1.5. Enter it without the comma.' }],
    ['1 500', { reading: '1500' }],
    ['12,34,567.5', { reading: '1234567.5' }],
    ['3,14', { reading: '3.14' }],
    ['2 x 10^3', { reading: '2000' }],
    ['1500', {}],
    ['1.500', {}],
    ['-2e-3', {}],
    ['1/3', {}],
    ['ten', {}],
    ['', {}],
  ])('the note on %j is %j', (text, note) => {
    expect(noteOn(text)).toEqual(note)
  })

  it('shows a stored share of the marks as a fraction', () => {
    expect([undefined, 0.25, '0.25', '1/3'].map(penaltyText)).toEqual(['', '0.25', '1/4', '1/3'])
  })
})
