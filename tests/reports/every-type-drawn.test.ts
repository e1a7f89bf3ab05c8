import { expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld } from '#tests/support/world.ts'
import { covariance, groupsOf, itemOf, number, type Q, q, resultOf, two } from './exact-marks.ts'
import { drawing } from './random-data.ts'
import { choices, type Sat, type Sitting, single, sit, values } from './typed-answers.ts'

const fixed = [...choices, ...values]
const drawn = Array.from({ length: 8 }, (_, n) => single(`Drawn ${n}`, 4, 'ABCD'[n % 4] as string, 2))
const specs = [...fixed, ...drawn]
const scheme = { floor: 'none', passMark: 30 } as const
const resultIn = ({ parts }: Sitting) => resultOf([{ answers: parts.flat() }], scheme)

/** A shuffled test that draws 3 of 8 questions from the bank, taken by 15 students in each of two colleges. */
async function drawnTest() {
  const world = await createWorld()
  const random = drawing(77)
  const author = world.call(world.admin)
  for (const { form } of drawn)
    await author.bank.create({ ...form, subject: 'Technical', topic: 'Pool', difficulty: 'Medium' } as never)
  const colleges = []
  let id = ''
  for (const _ of ['one', 'two']) {
    const college = await world.college()
    const people: Actor[] = []
    for (let n = 0; n < 15; n++) people.push(await world.student(college))
    if (id === '') {
      const test = await world.assignedTest(college, people, {
        ...scheme,
        questions: fixed.map(({ form }) => form),
        pools: [{ pick: 3, from: { topics: ['Pool'] }, marks: 2 }],
        numberOfQuestions: fixed.length + 3,
        penalty: '1/4',
        shuffleQuestions: true,
        shuffleOptions: true,
      })
      id = test.id
    } else {
      await author.assignments.assignColleges({ id, collegeIds: [college.id] })
      const office = world.call(college.admin).assignments
      const offer = (await office.listForCollege({})).assignments[0]?.id ?? ''
      await office.decide({ id: offer, status: 'accepted' })
      await office.assignStudents({ id: offer, specificStudents: people.map((person) => person.id) })
    }
    const sittings: Sitting[] = []
    for (const person of people) sittings.push(await sit(world, { person, id, specs, testPenalty: q(1, 4) }, random))
    colleges.push({ ...college, sittings })
  }
  return { world, id, colleges }
}

it('reports shuffled and drawn papers by the author’s letters, over the students who got each question', {
  timeout: 300_000,
}, async () => {
  const { world, id, colleges } = await drawnTest()
  const get = async (path: string, as: Actor) => (await world.rest('GET', path, { as })).body

  for (const { sittings } of colleges)
    for (const one of sittings) {
      const { report } = await get(`/tests/${id}/results`, one.person)
      const result = resultIn(one)
      expect(report).toMatchObject({
        marksObtained: two(result.marks),
        totalMarks: two(result.total),
        percentage: two(result.percentage),
        passed: result.passed,
        correctAnswers: result.correctAnswers,
        incorrectAnswers: result.incorrectAnswers,
        unanswered: result.unanswered,
      })
      for (const [place, answer] of one.parts.flat().entries()) {
        const shown = report.questionAnalysis[place]
        expect(shown.questionText).toBe(answer.name)
        if (answer.letter === undefined) continue
        const letters = shown.testLetters ?? ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']
        expect(letters['ABCDEFGHIJ'.indexOf(shown.studentAnswer)]).toBe(answer.letter)
      }
    }

  const all = colleges.flatMap(({ sittings }) => sittings)
  for (const [as, sittings] of [
    ...colleges.map((college) => [college.admin, college.sittings] as const),
    [world.admin, all] as const,
  ]) {
    const { analysis, questions } = await get(`/reports/tests/${id}/items`, as)
    const file = await get(`/reports/tests/${id}/items/export?format=json`, as)
    const scores = sittings.map((one) => resultIn(one).score)
    expect(analysis).toMatchObject({ attempts: sittings.length, groupSize: groupsOf(scores).size, alpha: null })
    expect(analysis.standardDeviation).toBeCloseTo(Math.sqrt(covariance(scores, scores)), 1.9)
    expect(questions).toHaveLength(specs.length)
    for (const [place, { questionText }] of questions.entries()) {
      const got = sittings.flatMap((one) => {
        const answer = one.parts.flat().find(({ name }) => name === questionText)
        return answer ? [{ answer, score: resultIn(one).score }] : []
      })
      const item = analysis.items[place]
      expect([questionText, item.correct + item.incorrect + item.unanswered]).toEqual([questionText, got.length])
      expect(file.questions[place]).toMatchObject({ questionText, attempts: got.length })
      if (got.length === 0) continue
      const answers: Sat[] = got.map((one) => one.answer)
      const expected = itemOf(
        answers,
        got.map(({ score }) => score),
        false,
      )
      expect([questionText, item]).toMatchObject([
        questionText,
        { ...expected.counts, facility: expected.facility, discrimination: expected.discrimination },
      ])
      if (expected.itemRest === null) expect(item.itemRest).toBeNull()
      else expect(item.itemRest).toBeCloseTo(expected.itemRest, 1.9)
      for (const { option, all: chosen, upper } of item.choices ?? []) {
        const own = answers.map(({ letter = null }) => letter === option)
        const weight = (group: readonly Q[]) => group.reduce((sum, part, at) => sum + (own[at] ? number(part) : 0), 0)
        expect([questionText, option, chosen]).toEqual([questionText, option, own.filter(Boolean).length])
        expect(upper).toBeCloseTo(weight(expected.upper), 1.9)
      }
    }
  }
})
