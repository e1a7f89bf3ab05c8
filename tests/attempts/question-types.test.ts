import { describe, expect, it } from 'vitest'
import type { AnswerInput } from '#shared/attempts/attempts.schema.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { everyType, type QuestionInput } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

async function aMixedTest(questions = everyType, testType: 'Assignment' | 'Practice' = 'Assignment') {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const test = await world.assignedTest(college, [student], { questions: [...questions], testType })
  const sits = world.call(student).attempts
  return { world, college, student, id: test.id, sits, author: world.call(world.admin).tests }
}

type Mixed = Awaited<ReturnType<typeof aMixedTest>>
type Paper = Awaited<ReturnType<Mixed['sits']['start']>>['test']

/** Finds the paper's first question of this type. */
function find<T extends Exclude<QuestionInput['type'], 'single' | undefined>>({ questions }: Paper, type: T) {
  const found = questions.find((question) => question.type === type)
  if (!found) throw new Error(`The paper has no ${type}`)
  return found as Extract<(typeof questions)[number], { type: T }>
}

const firstOf = ({ questions }: Paper) => questions[0]?.id ?? ''
const idOf = (parts: readonly { id: string; text: string }[], text: string) =>
  parts.find((part) => part.text === text)?.id ?? ''

/** Correct answers to every question except the essay. */
function rightAnswers(paper: Paper): AnswerInput[] {
  const matching = find(paper, 'matching')
  const ordering = find(paper, 'ordering')
  return [
    { questionId: firstOf(paper), selectedAnswer: 'B' },
    { questionId: find(paper, 'multiple').id, answer: ['E', 'A', 'C'] },
    { questionId: find(paper, 'boolean').id, answer: true },
    { questionId: find(paper, 'numeric').id, answer: '9,8 m/s^2' },
    { questionId: find(paper, 'text').id, answer: ' LAST ' },
    { questionId: find(paper, 'gaps').id, answer: ['Stack', '1', 'A'] },
    {
      questionId: matching.id,
      answer: {
        [idOf(matching.left, 'IP')]: idOf(matching.right, 'Network'),
        [idOf(matching.left, 'TCP')]: idOf(matching.right, 'Transport'),
      },
    },
    {
      questionId: ordering.id,
      answer: ['Lexing', 'Parsing', 'Code generation'].map((text) => idOf(ordering.items, text)),
    },
  ]
}

describe('a test with questions of every type', () => {
  it('returns its author’s questions as entered, and can be saved unchanged', async () => {
    const { author, id } = await aMixedTest()
    const { test } = await author.get({ id })
    expect(test.questions).toMatchObject(
      everyType.map(({ type, questionText }) => ({ questionText, ...(type && { type }) })),
    )
    const { test: saved } = await author.update({
      ...test,
      id,
      testType: 'Assignment',
      questions: test.questions as never,
    })
    expect(saved.questions).toEqual(test.questions)
  })

  it('hides every key until the end', async () => {
    const { sits, id, college, world } = await aMixedTest()
    const { test } = await sits.start({ id })
    const saved = await sits.save({ id, answers: rightAnswers(test) })
    const forCollege = await world.call(college.admin).tests.get({ id })
    const seen = JSON.stringify([test, saved, forCollege])
    for (const secret of [
      ...['correctAnswer', 'correctAnswers', 'correctValue', 'tolerance', 'accepted', 'latest', 'scoring', 'rubric'],
      ...['pairs', 'order"', 'distractors', 'Clear to a beginner', '(?i)stack', 'explanation'],
    ])
      expect(seen, secret).not.toContain(secret)
  })

  it('returns answers of every type on resume, in the form they were sent', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    const sent = [
      ...rightAnswers(test),
      { questionId: find(test, 'essay').id, answer: { text: 'To avoid anomalies.' } },
    ]
    await sits.save({ id, answers: sent })
    const { answers } = await sits.start({ id })
    expect(answers).toEqual(sent.map((answer) => ({ ...answer, timeSpent: 0, revision: 0 })))
  })

  it('grades right answers in full, and shows them as text in the report', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    const { results } = await sits.submit({ id, answers: rightAnswers(test) })
    expect(results).toMatchObject({ marksObtained: 16, totalMarks: 18, correctAnswers: 8, unanswered: 1 })
    const { report } = await sits.results({ id })
    expect(report.questionAnalysis.map(({ studentAnswer, correctAnswer }) => [studentAnswer, correctAnswer])).toEqual([
      ['B', 'B'],
      ['A, C, E', 'A, C, E'],
      ['True', 'True'],
      ['9,8 m/s^2', '9.81 ± 0.05 m/s²'],
      ['LAST', 'last or latest (50%)'],
      ['Stack; 1; pushed', '(?i)stack; 1; pushed'],
      [expect.stringContaining('TCP → Transport'), expect.stringContaining('IP → Network')],
      ['Lexing → Parsing → Code generation', 'Lexing → Parsing → Code generation'],
      [null, ''],
    ])
  })

  it('returns the right answer to every type immediately in a Practice test, over REST', async () => {
    const { world, id, student: as } = await aMixedTest(everyType, 'Practice')
    const started = await world.rest('POST', `/tests/${id}/start`, { as })
    expect(started.status).toBe(200)
    const { test } = started.body as { test: Paper }
    const essay = { questionId: find(test, 'essay').id, answer: { text: 'To avoid anomalies.' } }
    const wrong = { questionId: find(test, 'boolean').id, answer: false }
    const answers = [...rightAnswers(test), essay].map((answer) =>
      answer.questionId === wrong.questionId ? wrong : answer,
    )
    const { body } = await world.rest('POST', `/tests/${id}/submit`, { as, body: { answers } })
    expect(body).toMatchObject({ testType: 'Practice', results: null, pendingMarks: 1 })
    expect(body.instantFeedback).toMatchObject([
      { selectedAnswer: 'B', correctAnswer: 'B', isCorrect: true },
      { type: 'multiple', selectedAnswer: 'A, C, E', correctAnswer: 'A, C, E', isCorrect: true, marksObtained: 2 },
      { type: 'boolean', selectedAnswer: 'False', correctAnswer: 'True', isCorrect: false, marksObtained: -0.5 },
      { type: 'numeric', selectedAnswer: '9,8 m/s^2', correctAnswer: '9.81 ± 0.05 m/s²', isCorrect: true },
      { type: 'text', selectedAnswer: 'LAST', correctAnswer: 'last or latest (50%)', isCorrect: true },
      { type: 'gaps', selectedAnswer: 'Stack; 1; pushed', isCorrect: true, marksObtained: 2 },
      { type: 'matching', selectedAnswer: expect.stringContaining('TCP → Transport'), isCorrect: true },
      { type: 'ordering', correctAnswer: 'Lexing → Parsing → Code generation', isCorrect: true, marksObtained: 2 },
      { type: 'essay', selectedAnswer: 'To avoid anomalies.', isCorrect: null, marksObtained: null },
    ])
    const list = await world.rest('GET', '/tests/student/reports', { as })
    expect(list.body.reports).toMatchObject([{ percentage: null, status: null, pendingMarks: 1 }])
  })

  it('deducts penalties, gives partial marks, and never totals less than 0', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    const { results } = await sits.submit({
      id,
      answers: [
        { questionId: firstOf(test), selectedAnswer: 'A' },
        { questionId: find(test, 'multiple').id, answer: ['A'] },
        { questionId: find(test, 'boolean').id, answer: false },
        { questionId: find(test, 'text').id, answer: 'latest' },
      ],
    })
    // -0.5 + 2/3 - 0.5 + 1
    expect(results).toMatchObject({ marksObtained: 0.67, correctAnswers: 0, incorrectAnswers: 4, unanswered: 5 })
    expect(results?.percentage).toBeCloseTo(((2 / 3) * 100) / 18, 12)

    const other = await aMixedTest()
    const paper = (await other.sits.start({ id: other.id })).test
    const wrong = { questionId: find(paper, 'boolean').id, answer: false }
    expect((await other.sits.submit({ id: other.id, answers: [wrong] })).results).toMatchObject({
      marksObtained: 0,
      percentage: 0,
    })
  })

  it('shows students a penalty only for questions where a wrong answer can cost it', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const options = { A: 'two', B: 'three', C: 'four' }
    const multiple = (scoring: 'all' | 'partial' | 'each'): QuestionInput => ({
      type: 'multiple',
      questionText: 'Which are primes?',
      options,
      correctAnswers: ['A', 'B'],
      scoring,
    })
    const { id } = await world.assignedTest(college, [student], {
      penalty: '1/3',
      questions: [
        multiple('all'),
        multiple('partial'),
        multiple('each'),
        { type: 'essay', questionText: 'Why?' },
        aQuestion(),
      ],
    })
    const { test } = await world.call(student).attempts.start({ id })
    expect(test.questions.map(({ penalty }) => penalty)).toEqual(['1/3', '1/3', undefined, undefined, '1/3'])
  })

  it('refuses an answer that does not fit its question, and saves nothing from the request', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    const good = { questionId: find(test, 'boolean').id, answer: true }
    for (const [type, answer] of [
      ['multiple', ['A', 'F']],
      ['multiple', 'A'],
      ['numeric', ['1']],
      ['gaps', ['a']],
      ['matching', { 1: '99' }],
      ['ordering', ['1']],
      ['essay', 'text'],
    ] as const)
      await expect(
        sits.save({ id, answers: [good, { questionId: find(test, type).id, answer: answer as never }] }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await sits.start({ id })).answers).toEqual([])
  })

  it('previews a ruling that comes with a correct answer, and one that only lowers the maximum marks', async () => {
    const { sits, id, author } = await aMixedTest()
    const { test } = await sits.start({ id })
    const [first] = test.questions
    const questionId = first?.id ?? ''
    await sits.submit({ id, answers: rightAnswers(test).filter((answer) => answer.questionId !== questionId) })
    const preview = (change: object) => author.regradePreview({ id, key: [{ questionId, ...change } as never] })
    expect(await preview({ correctAnswer: 'B' })).toMatchObject({ changed: 0 })
    expect(await preview({ correctAnswer: 'B', ruling: 'all' })).toMatchObject({ changed: 1 })
    expect(await preview({ ruling: 'dropped' })).toMatchObject({ changed: 1 })
  })

  it('previews only regrades that can be saved, and counts attempts that are still being marked', async () => {
    const { sits, id, author } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.submit({ id, answers: [{ questionId: find(test, 'essay').id, answer: { text: 'Less redundancy.' } }] })
    const preview = (change: object) => author.regradePreview({ id, key: [change as never] })
    const ordering = { type: 'ordering', items: ['One', 'Two', 'Three'] }
    for (const fields of [ordering, { type: 'boolean', correctAnswer: true }])
      await expect(preview({ questionId: find(test, 'ordering').id, fields })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    await expect(preview({ questionId: firstOf(test), correctAnswer: 'J' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(preview({ questionId: find(test, 'boolean').id, correctAnswer: 'A' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const moved = { type: 'ordering', items: ['Parsing', 'Lexing', 'Code generation'] }
    expect(await preview({ questionId: find(test, 'ordering').id, fields: moved })).toMatchObject({
      attempts: 1,
      changed: 0,
      beingMarked: 1,
    })
  })

  it('refuses an answer with the key __proto__, and keeps the saved one', async () => {
    const { world, student, sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.save({ id, answers: rightAnswers(test) })
    const { answers } = await sits.start({ id })
    const raw = `{"answers":[{"questionId":"${find(test, 'matching').id}","answer":{"__proto__":"1"}}]}`
    expect(await world.rest('PUT', `/tests/${id}/answers`, { as: student, raw })).toMatchObject({ status: 400 })
    expect((await sits.start({ id })).answers).toEqual(answers)
  })

  it('treats an empty answer as unanswered', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.save({ id, answers: rightAnswers(test) })
    const emptied = (['multiple', 'numeric', 'text', 'gaps', 'matching', 'ordering'] as const).map((type) => ({
      questionId: find(test, type).id,
      answer: { multiple: [], numeric: '', text: '  ', gaps: ['', '', ''], matching: {}, ordering: [] }[type],
    }))
    const { results } = await sits.submit({ id, answers: emptied })
    expect(results).toMatchObject({ correctAnswers: 2, incorrectAnswers: 0, unanswered: 7 })
  })

  it('takes an empty answer to any type as unanswered', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.save({ id, answers: rightAnswers(test) })
    for (const answer of ['', [], {}]) {
      await sits.save({ id, answers: test.questions.map((question) => ({ questionId: question.id, answer })) })
      const { answers } = await sits.start({ id })
      expect(
        answers.map((saved) => ('code' in saved ? saved : (saved.answer ?? saved.selectedAnswer ?? null))),
      ).toEqual(test.questions.map(() => null))
    }
  })

  it('is graded exactly with penalties that no floating-point number can hold', async () => {
    const questions = Array.from({ length: 40 }, (_, place) =>
      aQuestion({ penalty: place === 0 ? 1e-320 : `1/${960 + place}` }),
    )
    const { sits, id, world, college } = await aMixedTest(questions)
    const { test } = await sits.start({ id })
    const answers = test.questions.map(({ id: questionId }, place) => ({
      questionId,
      selectedAnswer: place < 38 ? ('C' as const) : ('B' as const),
    }))
    const { results } = await sits.submit({ id, answers })
    const cost = Array.from({ length: 37 }, (_, place) => 1 / (961 + place)).reduce((sum, one) => sum + one)
    const percentage = expect.closeTo(((2 - cost) / 40) * 100, 10)
    expect(results).toMatchObject({ marksObtained: 1.96, percentage, incorrectAnswers: 38 })
    const { analysis } = await world.call(college.admin).reports.items.get({ id })
    const wrong = Array.from({ length: 37 }, (_, place) => expect.closeTo(-100 / (961 + place), 1))
    expect(analysis.items.map(({ facility }) => facility)).toEqual([0, ...wrong, 100, 100])
  })

  it('says what kind of answer each type takes, and saves nothing of a rejected call', async () => {
    const { world, id, student: as, sits } = await aMixedTest()
    const { test } = await sits.start({ id })
    const save = (questionId: string, answer: unknown) =>
      world.rest('PUT', `/tests/${id}/answers`, {
        as,
        body: {
          answers: [
            { questionId: firstOf(test), selectedAnswer: 'B' },
            { questionId, answer },
          ],
        },
      })
    const messages: string[] = []
    for (const question of test.questions) {
      const { status, body } = await save(question.id, question.type === 'numeric' ? ['1'] : 1)
      expect(status).toBe(400)
      messages.push(...body.errors.map(({ message }: { message: string }) => message))
    }
    expect(messages).toEqual([
      'Must be the letter of an option, such as "A"',
      'Must be a list of different option letters, such as ["A", "C"]',
      'Must be true or false',
      'Must be a number, or text of at most 100 characters',
      'Must be text of at most 1000 characters',
      'Must be a list with one text per gap. Gaps with options take a letter',
      'Must be an object with ids of “left” as keys and ids of “right” as values',
      'Must be a list of the ids of all items',
      'Must be an object such as {"text": "…"}',
    ])
    const essay = find(test, 'essay').id
    const file = { id: 'a', name: 'a.pdf', size: 1, sha256: 'abc' }
    for (const [answer, message] of [
      [{ text: 'x'.repeat(50_001) }, 'Must be at most 50000 characters'],
      [{ text: 'x', files: [file] }, 'Must be 64 hexadecimal digits in lower case'],
      [[null], 'Must be text, a number, true, false, a list of texts, or an object, depending on the question’s type'],
    ] as const)
      expect((await save(essay, answer)).body.errors).toMatchObject([{ message }])
    expect((await sits.start({ id })).answers).toEqual([])
  })

  it('passes at exactly the pass mark, with two thirds of a mark for each answer', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const accepted = [{ value: 'full' }, { value: 'part', fraction: '2/3' }]
    const questions = Array.from({ length: 10 }, (_, n) => ({ type: 'text', questionText: `Q${n}`, accepted }) as const)
    const { id, questionIds } = await world.assignedTest(college, [student], { questions, passMark: 60 })
    const sits = world.call(student).attempts
    await sits.start({ id })
    const answers = questionIds.slice(0, 9).map((questionId) => ({ questionId, answer: 'part' }))
    const { results } = await sits.submit({ id, answers })
    expect(results).toMatchObject({ marksObtained: 6, percentage: 60 })
    expect((await sits.results({ id })).report).toMatchObject({ passed: true })
  })

  it('takes an essay with an empty list of files like one without', async () => {
    const { sits, id } = await aMixedTest()
    const { test } = await sits.start({ id })
    const questionId = find(test, 'essay').id
    await sits.save({ id, answers: [{ questionId, answer: { text: 'Words', files: [] } }] })
    expect((await sits.start({ id })).answers).toMatchObject([{ answer: { text: 'Words' } }])
    await sits.save({ id, answers: [{ questionId, answer: { text: ' ', files: [] } }] })
    expect((await sits.start({ id })).answers).toMatchObject([{ answer: null }])
  })

  it('is regraded when a key changes, but rejects changes to what students saw', async () => {
    const { sits, id, author } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.submit({ id, answers: [{ questionId: find(test, 'numeric').id, answer: '10' }] })
    const { test: stored } = await author.get({ id })
    const changed = (change: object) => ({
      ...stored,
      id,
      testType: 'Assignment' as const,
      questions: stored.questions.map((question) =>
        question.type === 'numeric' ? { ...question, ...change } : question,
      ) as never,
    })
    await expect(author.update(changed({ unit: 'km' }))).rejects.toMatchObject({ code: 'CONFLICT' })
    const preview = await author.regradePreview({
      id,
      key: [
        {
          questionId: find(test, 'numeric').id,
          fields: { type: 'numeric', range: { min: 9, max: 11 }, unit: 'm/s²' },
        },
      ],
    })
    expect(preview).toMatchObject({ attempts: 1, changed: 1 })
    await author.update(changed({ correctValue: 10 }))
    expect((await sits.results({ id })).report).toMatchObject({ marksObtained: 2, correctAnswers: 1 })
  })

  it('is not regraded when its author reorders pairs', async () => {
    const { world, sits, id, author } = await aMixedTest()
    await sits.start({ id })
    await sits.submit({ id, answers: [] })
    const { test: stored } = await author.get({ id })
    const questions = stored.questions.map((question) =>
      'pairs' in question ? { ...question, pairs: question.pairs.toReversed() } : question,
    )
    const { test } = await author.update({ ...stored, id, testType: 'Assignment', questions: questions as never })
    expect(test.questions).toEqual(questions)
    const { body } = await world.rest('GET', '/audit', { as: world.admin })
    expect(body.entries[0]).toMatchObject({ action: 'test.update' })
  })

  it('has a receipt that becomes invalid when a pair in an answer changes', async () => {
    const { sits, id, world, college } = await aMixedTest()
    const { test } = await sits.start({ id })
    const { receipt } = await sits.submit({ id, answers: rightAnswers(test) })
    const check = () => world.call(college.admin).attempts.checkReceipt({ code: receipt?.code ?? '' })
    expect((await check()).receipt).toMatchObject({ valid: true, answered: 8, questions: 9 })
    await world.platform.db.write(async (tx) => {
      tx.run(`update answer_sheets set answers = replace(answers, '"1","A"]', '"2","A"]')`)
    })
    expect((await check()).receipt).toMatchObject({ valid: false })
  })

  it('refuses a regular expression that cannot be matched in linear time', async () => {
    const accepted = [{ value: 'a' }, { value: '(a)\\1' }]
    await expect(
      aMixedTest([aQuestion(), { type: 'text', questionText: 'Which?', accepted, regex: true }]),
    ).rejects.toMatchObject({ cause: { errors: [{ field: 'questions.1.accepted.1.value' }] } })
  })

  it('cannot change a penalty once a student has started', async () => {
    const { sits, id, author } = await aMixedTest()
    await sits.start({ id })
    const { test } = await author.get({ id })
    const questions = test.questions.map((question) => ({ ...question, penalty: 1 })) as never
    await expect(author.update({ ...test, id, testType: 'Assignment', questions })).rejects.toThrow(
      'Marks cannot be changed',
    )
  })

  it('is regraded when only the scoring of a question changes', async () => {
    const { sits, id, author } = await aMixedTest()
    const { test } = await sits.start({ id })
    await sits.submit({ id, answers: [{ questionId: find(test, 'multiple').id, answer: ['A'] }] })
    const { test: stored } = await author.get({ id })
    const questions = stored.questions.map((question) =>
      question.type === 'multiple' ? { ...question, scoring: 'all' as const } : question,
    ) as never
    await author.update({ ...stored, id, testType: 'Assignment', questions })
    expect((await sits.results({ id })).report).toMatchObject({ marksObtained: 0 })
  })
})
