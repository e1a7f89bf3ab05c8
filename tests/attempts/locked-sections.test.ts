import { describe, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

/** A student in an assessment with two questions, all B, in each of three sections of 10, 20 and 30 minutes. */
async function aStartedAttempt(lockSections = true) {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const sections = [10, 20, 30].map((sectionDuration) => aSection({ sectionDuration, marksPerQuestion: 2 }))
  const rules = {
    resultRelease: 'at_once',
    keyRelease: 'at_once',
    lockSections,
    oneDevice: false,
    networks: [] as string[],
  } as const
  const test = await world.assignedTest(college, [student], aSectionedTest(world.clock.now(), { sections, rules }))
  const sits = world.call(student).attempts
  const startedAt = world.clock.now()
  const started = await sits.start({ id: test.id })
  const at = (minutes: number) => world.clock.set(startedAt + minutes * minute)
  const rightAnswers = test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' as const }))
  return { world, student, test, sits, started, at, rightAnswers }
}

type Shown = { sections: { questions: { id: string }[] }[] }
const counts = ({ sections }: Shown) => sections.map(({ questions }) => questions.length)

describe('a test with locked sections', () => {
  it('sends only the open section’s questions, and the name, size and duration of the others', async () => {
    const { started, test } = await aStartedAttempt()
    expect(counts(started.test)).toEqual([2, 0, 0])
    expect(started.test.sections[1]).toMatchObject({ sectionDuration: 20, numberOfQuestions: 2, marksPerQuestion: 2 })
    for (const hidden of test.questionIds.slice(2)) expect(JSON.stringify(started)).not.toContain(hidden)
  })

  it('sends the next section’s questions when the open one is left', async () => {
    const { sits, test, at } = await aStartedAttempt()
    at(4)
    const moved = await sits.nextSection({ id: test.id, from: 0 })
    expect(counts(moved.test as Shown)).toEqual([0, 2, 0])
    expect(counts((await sits.start({ id: test.id })).test)).toEqual([0, 2, 0])
  })

  it('sends a section’s questions only once the clock opens it', async () => {
    const { sits, test, at } = await aStartedAttempt()
    at(9.99)
    expect(counts((await sits.start({ id: test.id })).test)).toEqual([2, 0, 0])
    at(10)
    expect(counts((await sits.start({ id: test.id })).test)).toEqual([0, 2, 0])
    expect(counts((await sits.nextSection({ id: test.id, from: 0 })).test as Shown)).toEqual([0, 2, 0])
  })

  it('ignores submitted answers to sections that are not open', async () => {
    const { sits, test, rightAnswers } = await aStartedAttempt()
    const { results } = await sits.submit({ id: test.id, answers: rightAnswers })
    expect(results).toMatchObject({ correctAnswers: 2, unanswered: 4, marksObtained: 4 })
  })

  it('keeps answers saved in time when auto-submitted', async () => {
    const { world, sits, test, at, rightAnswers } = await aStartedAttempt()
    await sits.save({ id: test.id, answers: rightAnswers })
    at(15)
    await sits.save({ id: test.id, answers: rightAnswers })
    at(61)
    await submitOverdue(world.platform)
    expect((await sits.results({ id: test.id })).report).toMatchObject({ correctAnswers: 4, unanswered: 2 })
  })

  it('does not affect tests without the rule', async () => {
    const { started, sits, test, rightAnswers } = await aStartedAttempt(false)
    expect(counts(started.test)).toEqual([2, 2, 2])
    expect((await sits.submit({ id: test.id, answers: rightAnswers })).results).toMatchObject({ correctAnswers: 6 })
  })
})
