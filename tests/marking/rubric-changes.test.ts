import { describe, expect, it } from 'vitest'
import type { Rubric } from '#shared/marking/marking.rules.ts'
import { createWorld } from '#tests/support/world.ts'

const rubric = [
  {
    criterion: 'Content',
    levels: [
      { label: 'None', marks: 0 },
      { label: 'Full', marks: 6 },
    ],
  },
  {
    criterion: 'Language',
    levels: [
      { label: 'Weak', marks: 1 },
      { label: 'Clear', marks: 4 },
    ],
  },
]
const bestFirst = rubric.map(({ criterion, levels }) => ({ criterion, levels: levels.toReversed() }))
const essay = { type: 'essay' as const, questionText: 'Why normalise?', marks: 10, rubric }

/** A submitted test with one essay, drawn from the bank if `isDrawn`. */
async function aSubmittedEssay(isDrawn = false) {
  const world = await createWorld()
  if (isDrawn) await world.call(world.admin).bank.create({ subject: 'Technical', topic: 'Databases', ...essay })
  const college = await world.college()
  const person = await world.student(college)
  const parts = isDrawn
    ? { questions: [], pools: [{ pick: 1, from: { topics: ['Databases'] }, marks: 10 }] }
    : { questions: [essay] }
  const { id } = await world.assignedTest(college, [person], { numberOfQuestions: 1, ...parts } as never)
  const { test, attemptId } = await world.call(person).attempts.start({ id })
  const questionId = test.questions[0]?.id ?? ''
  await world.call(person).attempts.submit({ id, answers: [{ questionId, answer: { text: 'Because' } }] })
  /** Marks the essay as one of the college's faculty. */
  const mark = async (fields: { marks?: number | null; levels?: number[]; second?: boolean }) => {
    const faculty = await world.faculty(college)
    await world.call(faculty).marking.mark({ id: attemptId, questionId, ...fields })
  }
  /** Replaces the rubric as the test's author. */
  const change = async (next: Rubric) => {
    const { test } = await world.call(world.admin).tests.get({ id })
    const { marks: _, bankQuestionId: __, bankVersion: ___, ...fields } = essay as Record<string, unknown>
    const changed = isDrawn
      ? { drawnKeys: [{ questionId, fields: { ...fields, rubric: next } }] }
      : { questions: test.questions.map((question) => ({ ...question, rubric: next })) }
    return world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, ...changed } })
  }
  const shown = async () => {
    const [analysis] = (await world.call(person).attempts.results({ id })).report.questionAnalysis
    return { marks: analysis?.marksObtained, levels: analysis?.levels }
  }
  return { world, college, id, attemptId, questionId, mark, change, shown }
}

describe('changing a rubric after the test', () => {
  for (const isDrawn of [false, true])
    it(`is refused once ${isDrawn ? 'a drawn' : 'an'} essay has been marked with its levels`, async () => {
      const { world, id, questionId, mark, change, shown } = await aSubmittedEssay(isDrawn)
      await mark({ levels: [1, 0] })
      const before = await shown()
      expect(before).toMatchObject({ marks: 7, levels: [{ label: 'Full' }, { label: 'Weak' }] })
      const refused = await change(bestFirst)
      expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('mark them again') } })
      expect(await shown()).toEqual(before)
      const preview = world.call(world.admin).tests.regradePreview({
        id,
        key: [{ questionId, fields: { ...essay, rubric: bestFirst } }],
      })
      await expect(preview).rejects.toThrow('mark them again')
      // Other changes are not affected.
      expect((await change(rubric)).status).toBe(200)
    })

  it('is possible again once the levels are gone from all marks', async () => {
    const { mark, change, shown } = await aSubmittedEssay()
    await mark({ levels: [1, 0] })
    await mark({ marks: 7 })
    expect((await change(bestFirst)).status).toBe(200)
    expect(await shown()).toEqual({ marks: 7, levels: undefined })
  })

  it('keeps the marks of a second opinion, but not its levels, so that its marks can still be adopted', async () => {
    const { world, college, id, attemptId, questionId, mark, change, shown } = await aSubmittedEssay()
    await mark({ marks: 7 })
    await mark({ levels: [0, 1], second: true })
    expect((await change([{ criterion: 'Spelling', levels: [{ label: 'Good', marks: 10 }] }])).status).toBe(200)
    const admin = world.call(college.admin).marking
    const second = (await admin.queue({ id, questionId, state: 'differing' })).answers[0]?.second
    expect(second).toMatchObject({ marks: 4, levels: null })
    await admin.mark({ id: attemptId, questionId, marks: second?.marks ?? null, comment: null })
    expect(await shown()).toEqual({ marks: 4, levels: undefined })
  })

  it('is recorded in the audit log with both rubrics', async () => {
    const { world, change } = await aSubmittedEssay()
    await change(bestFirst)
    const { entries } = await world.call(world.admin).audit.list({ action: 'test.key_change' } as never)
    expect(JSON.stringify(entries[0])).toContain('Content: None 0, Full 6; Language: Weak 1, Clear 4')
    expect(JSON.stringify(entries[0])).toContain('Content: Full 6, None 0; Language: Clear 4, Weak 1')
  })
})

it('lists drawn essays once a student has submitted them, but not the pool’s other candidates', async () => {
  const world = await createWorld()
  const { bank } = world.call(world.admin)
  for (const questionText of ['Essay one', 'Essay two'])
    await bank.create({ subject: 'Technical', topic: 'Databases', ...essay, questionText })
  const college = await world.college()
  const student = await world.student(college)
  const parts = {
    numberOfQuestions: 1,
    questions: [],
    pools: [{ pick: 1, from: { topics: ['Databases'] }, marks: 10 }],
  }
  const { id } = await world.assignedTest(college, [student], parts as never)
  const listed = async () =>
    (await world.call(college.admin).marking.overview({ id })).questions.map(({ questionText }) => questionText)
  expect(await listed()).toEqual([])
  const { test } = await world.call(student).attempts.start({ id })
  const [drawn] = test.questions
  const answers = [{ questionId: drawn?.id ?? '', answer: { text: 'Because' } }]
  await world.call(student).attempts.submit({ id, answers })
  expect(await listed()).toEqual([drawn?.questionText])
})
