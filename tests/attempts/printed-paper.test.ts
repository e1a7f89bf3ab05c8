import { expect, it } from 'vitest'
import { paperBodyOf } from '#client/features/tests/model/paper-text.ts'
import { openServices } from '#server/app.ts'
import { callerAt } from '#server/demo/callers.ts'
import type { PrintedPaper } from '#shared/attempts/review.schema.ts'
import type { Paper } from '#shared/tests/tests.schema.ts'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { samples } from '#tests/factories/question-types.ts'
import { testConfig } from '#tests/support/config.ts'
import { createWorld } from '#tests/support/world.ts'

/** A shuffled test with a question of every type except essay, and five drawn from the bank. */
async function hall(students: number, fields: object = {}) {
  const world = await createWorld()
  const { bank } = world.call(world.admin)
  for (let place = 0; place < 12; place++)
    await bank.create({
      subject: 'Technical',
      topic: 'Trees',
      questionText: `Bank question ${place}`,
      options: { A: `wrong ${place}`, B: `right ${place}`, C: 'c', D: 'd', E: 'e' },
      correctAnswer: 'B',
    })
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const questions = samples
    .filter(({ type }) => type !== 'essay')
    .map((sample, place) => ({ ...sample, questionText: `Fixed ${place} {{1}} {{2}} {{3}}` }))
  const form = {
    numberOfQuestions: questions.length + 5,
    questions,
    pools: [{ pick: 5, from: { topics: ['Trees'] } }],
    shuffleQuestions: true,
    shuffleOptions: true,
    ...fields,
  }
  const { id } = await world.assignedTest(college, people, form as never)
  return { world, college, people, id }
}

const questionsOf = (paper: PrintedPaper) => paper.parts.flatMap((part) => part.questions)
const startedWith = ({ questions, sections }: Paper) => [...questions, ...sections.flatMap((part) => part.questions)]

it('prints exactly the paper that each student got, even after a restart', async () => {
  const { world, college, people, id } = await hall(4)
  const taken = []
  for (const person of people) {
    const { attempts } = world.call(person)
    const { test, attemptId } = await attempts.start({ id })
    const single = test.questions.find(({ questionText }) => questionText.startsWith('Bank'))
    const answers = single ? [{ questionId: single.id, answer: 'D' }] : []
    await attempts.submit({ id, answers })
    taken.push({ attemptId, seen: JSON.stringify(startedWith(test)), chosen: single?.id ?? '' })
  }
  expect(new Set(taken.map(({ seen }) => seen)).size).toBe(4)

  await world.app.close()
  const again = await openServices(testConfig(world.platform.config.dataDir), world.clock)
  const { call } = callerAt(again, college.admin, world.clock.now())
  for (const { attemptId, seen, chosen } of taken) {
    const paper = await call.attempts.paper({ id: attemptId })
    expect(questionsOf(paper)).toEqual(JSON.parse(seen))
    expect(paper.answers).toEqual({ [chosen]: 'D' })
    expect(JSON.stringify(paper)).not.toContain('correctAnswer')
    const withKey = await call.attempts.paper({ id: attemptId, key: true })
    const { shown } = withKey
    const keyed = questionsOf(withKey)
    expect(keyed.map(({ id, questionText }) => [id, questionText])).toEqual(
      questionsOf(paper).map(({ id, questionText }) => [id, questionText]),
    )
    // With the key too, the screen lists options and parts in the order that the student saw.
    for (const [place, question] of keyed.entries()) {
      const { body, key } = paperBodyOf(question, shown[question.id])
      expect(key).toBeDefined()
      expect(questionsOf(paper)[place]).toMatchObject(body as object)
    }
    for (const question of keyed)
      if (question.questionText.startsWith('Bank') && 'options' in question && 'correctAnswer' in question) {
        expect(question.options[question.correctAnswer]).toMatch(/^right/)
      }
  }
  await again.db.close()
})

it('lets college staff, the owner and the student print the paper of a submitted attempt', async () => {
  const { world, college, people, id } = await hall(2)
  const [student, other] = people
  if (!student || !other) throw new Error('No students')
  const { attemptId } = await world.call(student).attempts.start({ id })
  const faculty = await world.faculty(college)
  const elsewhere = await world.college()
  for (const actor of [college.admin, faculty, world.admin, student])
    await expect(world.call(actor).attempts.paper({ id: attemptId })).rejects.toThrow('not been submitted')
  await world.call(student).attempts.submit({ id, answers: [] })
  for (const actor of [college.admin, faculty, world.admin, student])
    expect((await world.call(actor).attempts.paper({ id: attemptId })).student.name).toBe(student.name)
  for (const actor of [other, elsewhere.admin, await world.faculty(elsewhere), await world.student(elsewhere)])
    await expect(world.call(actor).attempts.paper({ id: attemptId })).rejects.toThrow('not found')
})

it('gives the student the paper once scores are released, and the key once the key is released', async () => {
  const { world, college, people, id } = await hall(1, {
    rules: { resultRelease: 'by_staff', keyRelease: 'never' },
  })
  const [student] = people
  if (!student) throw new Error('No student')
  const { attemptId } = await world.call(student).attempts.start({ id })
  await world.call(student).attempts.submit({ id, answers: [] })
  const own = world.call(student).attempts
  await expect(own.paper({ id: attemptId, key: true })).rejects.toThrow('released')
  const { assignments } = await world.call(college.admin).assignments.listForCollege({})
  await world.call(college.admin).assignments.releaseResults({ id: assignments[0]?.id ?? '' })
  const paper = await own.paper({ id: attemptId, key: true })
  expect(paper.isKeyOut).toBe(false)
  expect(questionsOf(paper).length).toBeGreaterThan(10)
  expect(JSON.stringify(paper)).not.toContain('correct')
  // Staff can print the key at any time.
  expect((await world.call(college.admin).attempts.paper({ id: attemptId, key: true })).isKeyOut).toBe(true)
})

it('omits unreached sections while the key is withheld, and reports when the test has changed', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const form = aSectionedTest(world.clock.now(), {
    sections: [aSection({ sectionName: 'First' }), aSection({ sectionName: 'Second' })],
    rules: { lockSections: true, keyRelease: 'never' },
  } as never)
  const { id } = await world.assignedTest(college, [student], form as never)
  const { attemptId } = await world.call(student).attempts.start({ id })
  await world.call(student).attempts.submit({ id, answers: [] })
  const names = ({ parts }: PrintedPaper) => parts.map(({ sectionName }) => sectionName)
  expect(names(await world.call(student).attempts.paper({ id: attemptId }))).toEqual(['First'])
  const staff = world.call(college.admin).attempts
  const before = await staff.paper({ id: attemptId })
  expect(names(before)).toEqual(['First', 'Second'])
  expect(before.changedAt).toBeNull()

  world.clock.advance(60_000)
  const author = world.call(world.admin).tests
  const { test } = await author.get({ id })
  await author.update({ ...test, id, testDescription: 'Corrected' } as never)
  expect(Date.parse((await staff.paper({ id: attemptId })).changedAt ?? '')).toBe(world.clock.now())
})

it('never prints rubrics for students', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const essay = {
    type: 'essay' as const,
    questionText: 'Why?',
    rubric: [{ criterion: 'Secret criterion', levels: [{ label: 'Good', marks: 1 }] }],
  }
  const { id } = await world.assignedTest(college, [student], { questions: [aQuestion(), essay], numberOfQuestions: 2 })
  const { attemptId } = await world.call(student).attempts.start({ id })
  await world.call(student).attempts.submit({ id, answers: [] })
  const words = async (actor: typeof student) =>
    JSON.stringify(await world.call(actor).attempts.paper({ id: attemptId, key: true }))
  expect(await words(college.admin)).toContain('Secret criterion')
  expect(await words(student)).not.toContain('Secret criterion')
})
