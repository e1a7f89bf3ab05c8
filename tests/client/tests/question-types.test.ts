import { describe, expect, it } from 'vitest'
import { checkDraft } from '#client/features/tests/model/draft-errors.ts'
import { savedTestDrafts } from '#client/features/tests/model/saved-test-draft.ts'
import { keyChanges, permittedOf } from '#client/features/tests/model/started-test.ts'
import { draftOf, draftSchema, type TestDraft, toInput } from '#client/features/tests/model/test-draft.ts'
import type { TestDetail } from '#client/features/tests/queries.ts'
import { joinFields, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { testAnswer, testSummary } from '#shared/tests/tests.schema.ts'
import { MemoryStorage } from '#tests/client/attempts/world.ts'
import { minimal } from '#tests/factories/minimal.ts'
import { aDraft, aTypedQuestion, everyType, fieldsOf } from './drafts.ts'

const draftWith = (fields: TypedFields): TestDraft =>
  aDraft('Practice', { questions: [aTypedQuestion(fields)], numberOfQuestions: 1 })

/** A test as the server sends it. */
const storedWith = (questions: unknown[]): TestDetail => {
  const { test } = testAnswer.parse({
    test: {
      ...minimal(testSummary),
      id: 'test',
      createdAt: 0,
      testType: 'Practice',
      subject: 'Technical',
      numberOfQuestions: questions.length,
      marksPerQuestion: 1,
      duration: 20,
      startDateTime: Date.UTC(2027, 0, 10, 3),
      endDateTime: Date.UTC(2027, 0, 10, 12),
      topics: [],
      rules: relaxedRules,
      sections: [],
      codingQuestions: [],
      questions,
    },
  })
  return JSON.parse(JSON.stringify(test))
}

/** Types with a changed key. Everything that students see is unchanged. */
const otherKeys: Partial<Record<QuestionTypeName, TypedFields>> = {
  multiple: change('multiple', { scoring: 'each' }),
  boolean: change('boolean', { correctAnswer: true }),
  numeric: change('numeric', { tolerance: 0.1 }),
  text: change('text', { caseSensitive: true }),
  gaps: {
    type: 'gaps',
    gaps: fieldsOf('gaps').gaps.map((gap) => (gap.kind === 'choice' ? { ...gap, correctAnswer: 'A' } : gap)),
  },
  matching: change('matching', {
    pairs: [
      { left: 'FIFO', right: 'stack' },
      { left: 'LIFO', right: 'queue' },
      { left: 'undo', right: 'stack' },
    ],
  }),
  ordering: change('ordering', { items: ['decode', 'fetch', 'execute'] }),
}
function change(type: QuestionTypeName, fields: object) {
  return { ...fieldsOf(type), ...fields } as TypedFields
}

const changedKeys = Object.entries(otherKeys) as [QuestionTypeName, TypedFields][]

describe('a draft with questions of every type', () => {
  it('equals the stored test after opening and saving', () => {
    const questions = everyType.map(({ fields }, at) => ({
      id: `q${at}`,
      questionText: 'Fill in {{1}} {{2}} {{3}}.',
      questionImageUrl: null,
      ...joinFields(splitFields(fields)),
      marks: at === 0 ? 1 : 2,
      ...(at === 1 ? { penalty: '1/3' } : {}),
      explanation: null,
    }))
    const stored = storedWith(questions)
    const draft = draftOf(stored)
    expect(draft.questions).toHaveLength(9)
    const input = toInput(draftSchema(stored).parse({ ...draft, testName: 'Quiz', testDescription: 'Every type.' }))
    const sent = 'questions' in input ? input.questions : []
    expect(JSON.parse(JSON.stringify(sent.map((question) => ({ marks: 1, ...question }))))).toEqual(
      stored.questions.map((question) => ({ ...question })),
    )
  })

  it('leaves out questions that lack their key', () => {
    const { questions } = storedWith([
      { id: 'q', questionText: 'Why?', questionImageUrl: null, type: 'text', marks: 1 },
    ])
    expect(questions).toHaveLength(1)
    expect(draftOf(storedWith(questions)).questions).toEqual([])
  })

  it.each(everyType)('is kept in the browser: $type', ({ fields }) => {
    const storage = new MemoryStorage()
    const draft = draftWith(fields)
    storage.write('key', JSON.stringify({ savedAt: 1, base: null, draft }))
    expect(savedTestDrafts.read(storage, 'key')?.draft).toEqual(draft)
  })

  it('loads a draft that predates question types', () => {
    const storage = new MemoryStorage()
    const old = {
      id: 'q1',
      key: 'q1',
      questionText: 'What is 1 + 1?',
      questionImageUrl: null,
      options: { A: '1', B: '2', C: '3', D: '4' },
      optionImages: { B: '/images/0123456789abcdef0123456789abcdef.png' },
      correctAnswer: 'B',
      marks: 2,
      explanation: null,
    }
    storage.write(
      'key',
      JSON.stringify({ savedAt: 1, base: null, draft: aDraft('Practice', { questions: [old as never] }) }),
    )
    expect(savedTestDrafts.read(storage, 'key')?.draft.questions).toEqual([old])
  })

  it('lists errors in the order of the fields', () => {
    const accepted = [{ value: ' ' }, { value: 'a', fraction: 2 }]
    const draft = draftWith(change('text', { accepted }))
    const questions = draft.questions.map((question) => ({ ...question, questionText: '', marks: 11 }))
    expect(Object.keys(checkDraft(draftSchema(undefined), { ...draft, questions }).errors)).toEqual([
      'questions.0.questionText',
      'questions.0.accepted.0.value',
      'questions.0.accepted.1.fraction',
      'questions.0.marks',
    ])
  })
})

describe('a started test', () => {
  it.each(changedKeys)('regrades a changed key: %s', (type, fields) => {
    const before = draftWith(fieldsOf(type))
    expect(keyChanges(before, before)).toEqual([])
    expect(keyChanges(before, draftWith(fields))).toEqual([{ questionId: `q-${type}`, fields }])
  })

  it('regrades nothing for a new rubric', () => {
    expect(keyChanges(draftWith(fieldsOf('essay')), draftWith(change('essay', { rubric: [] })))).toEqual([])
  })

  it.each(changedKeys)('applies a changed key from a draft: %s', (type, fields) => {
    const [question] = permittedOf(draftWith(fieldsOf(type)), draftWith(fields)).questions
    expect(question && splitFields(question).key).toEqual(splitFields(fields).key)
  })

  it('applies a changed rubric from a draft', () => {
    const draft = draftWith(change('essay', { rubric: [], minWords: 9 }))
    expect(permittedOf(draftWith(fieldsOf('essay')), draft).questions[0]).toMatchObject({ rubric: [], minWords: 50 })
  })

  it.each<[QuestionTypeName, object]>([
    ['numeric', { unit: 'km' }],
    ['matching', { distractors: ['tree', 'heap'] }],
    ['ordering', { items: ['execute', 'fetch', 'halt'] }],
    ['multiple', { correctAnswers: ['E'] }],
  ])('ignores a draft’s changes to the visible question, and keys that do not fit it: %s', (type, fields) => {
    const before = draftWith(fieldsOf(type))
    expect(permittedOf(before, draftWith(change(type, fields)))).toEqual(before)
  })

  it('keeps the type', () => {
    const before = draftWith(fieldsOf('text'))
    const draft = draftWith(fieldsOf('boolean'))
    const questions = draft.questions.map((question) => ({ ...question, id: 'q-text' }))
    expect(permittedOf(before, { ...draft, questions })).toEqual(before)
  })
})
