import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aQuestion } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

it('keeps the count of a test’s answers to mark correct through marking, reopening and deletion', async () => {
  const world = await createWorld()
  const [college, other] = [await world.college(), await world.college()]
  const [first, second] = [await world.student(college), await world.student(college)]
  const questions = [aQuestion({ marks: 10 }), { type: 'essay' as const, questionText: 'Why?', marks: 10, rubric: [] }]
  const { id, assignmentId } = await world.assignedTest(college, [first, second], { questions })
  const { marking, attempts } = world.call(college.admin)
  /** The list of tests to mark, after comparing the stored totals with a count. */
  const listed = async () => {
    const { read } = world.platform.db
    const counted = read.all(sql`
      select answer_marks.test_id, answer_marks.college_id, sum(marks is null) as waiting, sum(marks is not null) as marked
      from answer_marks join attempts on attempts.id = attempt_id where submitted_at is not null group by 1, 2`)
    expect(read.all(sql`select * from marking_totals where waiting <> 0 or marked <> 0`)).toEqual(counted)
    expect((await world.call(world.admin).marking.tests()).tests).toEqual((await marking.tests()).tests)
    return (await marking.tests()).tests.map(({ testId, waiting, marked }) => ({ testId, waiting, marked }))
  }
  expect(await listed()).toEqual([])

  const papers = []
  for (const person of [first, second]) {
    const { test, attemptId } = await world.call(person).attempts.start({ id })
    const [choice = '', essay = ''] = test.questions.map((question) => question.id)
    expect(await listed()).toHaveLength(papers.length === 0 ? 0 : 1)
    const answers = [
      { questionId: choice, answer: 'B' },
      { questionId: essay, answer: { text: 'Because' } },
    ]
    await world.call(person).attempts.submit({ id, answers })
    papers.push({ attemptId, choice, essay, answers })
  }
  const [one, two] = papers
  if (!one || !two) throw new Error('Expected two papers')
  expect(await listed()).toEqual([{ testId: id, waiting: 2, marked: 0 }])

  await marking.mark({ id: one.attemptId, questionId: one.essay, marks: 5 })
  await marking.mark({ id: one.attemptId, questionId: one.essay, marks: 6 })
  await marking.mark({ id: one.attemptId, questionId: one.choice, marks: 3 })
  expect(await listed()).toEqual([{ testId: id, waiting: 1, marked: 2 }])
  await marking.mark({ id: one.attemptId, questionId: one.choice, marks: null })
  expect(await listed()).toEqual([{ testId: id, waiting: 1, marked: 1 }])

  await attempts.reopen({ id: assignmentId, studentId: first.id, minutes: 5, reason: 'Power cut' })
  expect(await listed()).toEqual([{ testId: id, waiting: 1, marked: 0 }])
  await world.call(first).attempts.submit({ id, answers: [] })
  expect(await listed()).toEqual([{ testId: id, waiting: 1, marked: 1 }])
  expect((await world.call(other.admin).marking.tests()).tests).toEqual([])

  const { members } = world.call(college.admin)
  await members.delete({ id: second.id })
  expect(await listed()).toEqual([{ testId: id, waiting: 0, marked: 1 }])
  const { code } = (await world.call(world.admin).colleges.get({ id: college.id })).college
  await world.call(world.admin).colleges.delete({ id: college.id, confirm: code })
  expect((await world.call(world.admin).marking.tests()).tests).toEqual([])
  expect(world.platform.db.read.all(sql`select * from marking_totals`)).toEqual([])
})
