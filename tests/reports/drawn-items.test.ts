import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { aQuestion, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

/** A test with one fixed question and one of six drawn ones, by the owner or by a college. */
async function aDrawnTest(by: 'owner' | 'college') {
  const world = await createWorld()
  const college = await world.college()
  if (by === 'college') await world.call(world.admin).colleges.setOwnTests({ id: college.id, allowed: true })
  const author = by === 'owner' ? world.admin : college.admin
  for (let place = 0; place < 6; place++)
    await world.call(author).bank.create({
      subject: 'Technical',
      topic: 'Trees',
      difficulty: 'Easy',
      questionText: `Drawn secret ${place}`,
      options: { A: `option secret ${place}`, B: 'b' },
      correctAnswer: 'B',
    })
  const form = {
    numberOfQuestions: 2,
    questions: [aQuestion({ questionText: 'Fixed' })],
    pools: [{ pick: 1, from: { topics: ['Trees'] } }],
  }
  const student = await world.student(college)
  /** Creates the college's own test and assigns it to the student. */
  async function ownTest() {
    const { tests, assignments } = world.call(college.admin)
    const { id } = (await tests.create(aTest(world.clock.now(), form as never))).test
    const assignment = (await assignments.listForCollege({})).assignments.find(({ testId }) => testId.id === id)
    await assignments.assignStudents({ id: assignment?.id ?? '', specificStudents: [student.id] })
    return { id }
  }
  const { id } = by === 'owner' ? await world.assignedTest(college, [student], form as never) : await ownTest()
  /** The texts in the item analysis, with everything else that it contains. */
  const itemsFor = async (actor: Actor) => {
    const { status, body } = await world.rest('GET', `/reports/tests/${id}/items`, { as: actor })
    expect(status).toBe(200)
    expect(body.analysis.items.map(({ questionId }: { questionId: string }) => questionId)).toEqual(
      body.questions.map((question: { id: string }) => question.id),
    )
    const file = await world.rest('GET', `/reports/tests/${id}/items/export?format=csv`, { as: actor })
    return {
      texts: body.questions.map(({ questionText }: { questionText: string }) => questionText) as string[],
      everything: JSON.stringify([body, file.body]),
    }
  }
  return { world, college, student, id, itemsFor, faculty: await world.faculty(college) }
}

describe('item analysis of drawn questions', () => {
  for (const by of ['owner', 'college'] as const)
    it(`shows those who may not read the bank only what students got, in a test by the ${by}`, async () => {
      const { world, college, student, id, itemsFor, faculty } = await aDrawnTest(by)
      const others = by === 'owner' ? [faculty, college.admin] : [faculty, world.admin]
      const author = by === 'owner' ? world.admin : college.admin
      for (const reader of others) {
        const { texts, everything } = await itemsFor(reader)
        expect(texts).toEqual(['Fixed'])
        expect(everything).not.toContain('secret')
      }
      expect((await itemsFor(author)).texts).toHaveLength(7)
      const { test } = await world.call(student).attempts.start({ id })
      const drawn = test.questions[1]
      const answers = test.questions.map((question) => ({ questionId: question.id, answer: 'B' }))
      expect((await itemsFor(faculty)).texts).toEqual(['Fixed'])
      await world.call(student).attempts.submit({ id, answers })
      for (const reader of others) expect((await itemsFor(reader)).texts).toEqual(['Fixed', drawn?.questionText])
      expect((await itemsFor(author)).texts).toHaveLength(7)
    })
})
