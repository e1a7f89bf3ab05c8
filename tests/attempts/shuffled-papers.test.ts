import { describe, expect, it } from 'vitest'
import { firstSeed, gapOrderCount, orderNumber } from '#shared/tests/draw.rules.ts'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { everyType } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

const letters = ['A', 'B', 'C', 'D'] as const
const questions = Array.from({ length: 6 }, (_, place) =>
  aQuestion({
    questionText: `Question ${place}`,
    options: { A: `right ${place}`, B: `b ${place}`, C: `c ${place}`, D: `d ${place}` },
    correctAnswer: 'A',
  }),
)

async function hall(students: number, fields: object) {
  const world = await createWorld()
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const { id } = await world.assignedTest(college, people, { questions, ...fields } as never)
  const start = (person: Parameters<typeof world.call>[0]) => world.call(person).attempts.start({ id })
  return { world, college, people, id, start }
}

type Started = Awaited<ReturnType<Awaited<ReturnType<typeof hall>>['start']>>
const asked = ({ test }: Started) => test.questions.map(({ questionText }) => questionText)
/** Answers each question with the letter that the student sees for the correct option. */
const right = ({ test }: Started) =>
  test.questions.map((question) => ({
    questionId: question.id,
    selectedAnswer: letters.find((letter) => 'options' in question && question.options[letter]?.startsWith('right')),
  }))

describe('a test with shuffled questions', () => {
  it('gives students the same questions in different orders, which do not change on resume', async () => {
    const { people, start } = await hall(8, { shuffleQuestions: true })
    const papers = await Promise.all(people.map(start))
    const orders = papers.map((paper) => asked(paper).join())
    expect(new Set(orders).size).toBeGreaterThan(5)
    for (const paper of papers) expect(asked(paper).sort()).toEqual(questions.map(({ questionText }) => questionText))
    expect(await Promise.all(people.map(start)).then((again) => again.map((paper) => asked(paper).join()))).toEqual(
      orders,
    )
  })

  it('shuffles within sections, and sends only the open one if they are locked', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const form = aSectionedTest(world.clock.now(), {
      sections: [aSection({ questions: questions.slice(0, 3) }), aSection({ questions: questions.slice(3) })],
      shuffleQuestions: true,
      rules: { lockSections: true },
    } as never)
    const { id } = await world.assignedTest(college, [student], form as never)
    const { test } = await world.call(student).attempts.start({ id })
    expect(test.sections.map((section) => section.questions.length)).toEqual([3, 0])
    const next = await world.call(student).attempts.nextSection({ id, from: 0 })
    expect(next.test?.sections.map((section) => section.questions.length)).toEqual([0, 3])
    expect(next.test?.sections[1]?.questions.map(({ questionText }) => questionText).sort()).toEqual(
      questions.slice(3).map(({ questionText }) => questionText),
    )
  })
})

describe('a test with shuffled options', () => {
  it('shuffles the parts of matching and ordering questions per student, and prints them as seen', async () => {
    const items = ['1 kB', '2 kB', '3 kB', '4 kB']
    const pairs = items.map((left, place) => ({ left, right: `${place} bits` }))
    const { world, college, people, id, start } = await hall(8, {
      shuffleOptions: true,
      questions: [
        { type: 'ordering', questionText: 'Sort by size', marks: 1, items },
        { type: 'matching', questionText: 'Match', marks: 1, pairs, distractors: [] },
      ],
    })
    const seen = new Set<string>()
    for (const person of people) {
      const { test, attemptId } = await start(person)
      const [ordering, matching] = test.questions
      if (!ordering || !matching || !('items' in ordering) || !('left' in matching)) throw new Error('Missing question')
      const idOf = (text: string) => ordering.items.find((item) => item.text === text)?.id ?? ''
      const rightOf = (text: string) =>
        matching.right.find((part) => part.text === pairs.find(({ left }) => left === text)?.right)
      seen.add(ordering.items.map(({ text }) => text).join())
      const sits = world.call(person).attempts
      const { results } = await sits.submit({
        id,
        answers: [
          { questionId: ordering.id, answer: items.map(idOf) },
          {
            questionId: matching.id,
            answer: Object.fromEntries(matching.left.map((part) => [part.id, rightOf(part.text)?.id ?? ''])),
          },
        ],
      } as never)
      expect(results).toMatchObject({ marksObtained: 2 })
      const printed = await world.call(college.admin).attempts.paper({ id: attemptId, key: false } as never)
      const shown = printed.parts.flatMap((part) => part.questions)
      expect(shown[0]).toMatchObject({ items: ordering.items })
      expect(shown[1]).toMatchObject({ left: matching.left, right: matching.right })
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  it('shuffles the options inside gaps per student, grades the chosen text, and prints them as seen', async () => {
    const options = { A: 'right', B: 'b', C: 'c', D: 'd' }
    const gap = { kind: 'choice', options, correctAnswer: 'A' }
    const gaps = { type: 'gaps', questionText: 'One {{1}}, two {{2}}, three {{3}}', marks: 2 }
    const text = { kind: 'text', accepted: [{ value: 'x' }] }
    const { world, college, people, id, start } = await hall(8, {
      shuffleOptions: true,
      questions: [{ ...gaps, gaps: [gap, text, gap] }],
    })
    const seen = new Set<string>()
    for (const person of people) {
      const { test, attemptId } = await start(person)
      const [question] = test.questions
      if (question?.type !== 'gaps') throw new Error('Missing question')
      const [first, , last] = question.gaps
      if (first?.kind !== 'choice' || last?.kind !== 'choice') throw new Error('Missing gap')
      expect(first.options).toEqual(options)
      expect([...(first.order ?? [])].sort()).toEqual(['A', 'B', 'C', 'D'])
      expect(last.order).not.toEqual(first.order)
      seen.add(`${first.order}`)
      const sits = world.call(person).attempts
      const answers = [{ questionId: question.id, answer: ['A', 'x', 'A'] }]
      expect((await sits.submit({ id, answers })).results).toMatchObject({ marksObtained: 2 })
      const { report } = await sits.results({ id })
      expect(report.questionAnalysis[0]).toMatchObject({ studentAnswer: 'right; x; right', gaps: question.gaps })
      for (const key of [false, true]) {
        const printed = await world.call(college.admin).attempts.paper({ id: attemptId, key })
        const orders = question.gaps.map((shown) => (shown.kind === 'choice' ? { order: shown.order } : {}))
        expect(printed.parts[0]?.questions[0]).toMatchObject({ gaps: orders })
      }
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  it('keeps the author’s order inside the gaps of attempts from before they were shuffled', async () => {
    const gap = { kind: 'choice', options: { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' }, correctAnswer: 'A' }
    const { world, college, people, id, start } = await hall(6, {
      shuffleOptions: true,
      questions: [{ type: 'gaps', questionText: '{{1}}', marks: 1, gaps: [gap] }, ...questions],
    })
    const papers = await Promise.all(people.map(start))
    await world.platform.db.write(async (tx) => {
      tx.run('update attempts set seed = seed - 4294967296')
    })
    for (const [place, person] of people.entries()) {
      const { test, attemptId } = await start(person)
      const [resumed, ...others] = test.questions
      expect(resumed?.type === 'gaps' && resumed.gaps[0]).not.toHaveProperty('order')
      // Everything else is shown as before.
      expect(others).toEqual(papers[place]?.test.questions.slice(1))
      const sits = world.call(person).attempts
      await sits.submit({ id, answers: [{ questionId: resumed?.id ?? '', answer: ['C'] }] })
      const { report } = await sits.results({ id })
      expect(report.questionAnalysis[0]).toMatchObject({ studentAnswer: 'c', gaps: [{ kind: 'choice' }] })
      for (const key of [false, true]) {
        const printed = await world.call(college.admin).attempts.paper({ id: attemptId, key })
        for (const shown of [printed.parts[0]?.questions[0], ...Object.values(printed.shown)])
          expect(shown?.type === 'gaps' && shown.gaps[0]).not.toHaveProperty('order')
      }
    }
  })

  it('keeps that order even if another student has the first of the shuffled ones', async () => {
    const gap = { kind: 'choice', options: { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' }, correctAnswer: 'A' }
    const { world, people, start } = await hall(2, {
      shuffleOptions: true,
      questions: [{ type: 'gaps', questionText: '{{1}}', marks: 1, gaps: [gap] }],
    })
    const [one, other] = await Promise.all(people.map(start))
    const questionId = one?.test.questions[0]?.id ?? ''
    const isFirst = (seed: number) => orderNumber(seed, questionId, gapOrderCount([5])) === 0
    const first = Array.from({ length: 10_000 }, (_, place) => firstSeed + place).find(isFirst)
    await world.platform.db.write(async (tx) => {
      tx.run(`update attempts set seed = ${first} where id = '${one?.attemptId}'`)
      tx.run(`update attempts set seed = 1 where id = '${other?.attemptId}'`)
    })
    const gaps = []
    for (const person of people) {
      const [question] = (await start(person)).test.questions
      gaps.push(...(question?.type === 'gaps' ? question.gaps : []))
    }
    expect(gaps[0]).toHaveProperty('order')
    expect(gaps[1]).not.toHaveProperty('order')
  })

  it('uses the letters the student saw in answers, results and the report', async () => {
    const { world, people, id, start } = await hall(6, { shuffleOptions: true })
    const seen = new Set<string>()
    for (const person of people) {
      const paper = await start(person)
      const answers = right(paper)
      seen.add(answers.map(({ selectedAnswer }) => selectedAnswer).join(''))
      const sits = world.call(person).attempts
      await sits.save({ id, answers })
      expect(
        (await sits.start({ id })).answers.map((answer) => 'selectedAnswer' in answer && answer.selectedAnswer),
      ).toEqual(answers.map(({ selectedAnswer }) => selectedAnswer))
      expect((await sits.submit({ id, answers: [] })).results).toMatchObject({ percentage: 100 })
      const { report } = await sits.results({ id })
      expect(report.questionAnalysis.map(({ studentAnswer }) => studentAnswer)).toEqual(
        answers.map(({ selectedAnswer }) => selectedAnswer),
      )
      for (const question of report.questionAnalysis) {
        expect(question.correctAnswer).toBe(question.studentAnswer)
        const place = letters.indexOf(question.studentAnswer as 'A')
        // In the test, the right option is A.
        expect(question.testLetters?.[place]).toBe('A')
      }
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  it('is analysed and regraded by the author’s letters', async () => {
    const { world, college, people, id, start } = await hall(5, { shuffleOptions: true, shuffleQuestions: true })
    for (const person of people) {
      const answers = right(await start(person))
      await world.call(person).attempts.submit({ id, answers })
    }
    const { analysis } = await world.call(college.admin).reports.items.get({ id })
    expect(analysis.items.map(({ choices }) => choices?.[0])).toEqual(
      questions.map(() => expect.objectContaining({ option: 'A', all: 5 })),
    )
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    expect(test).toMatchObject({ shuffleOptions: true, shuffleQuestions: true })
    const wrong = test.questions.map((question) => ({ ...question, correctAnswer: 'B' }))
    await author.update({ ...test, id, testType: 'Assignment', questions: wrong as never })
    const [person] = people
    if (!person) throw new Error('No student')
    expect((await world.call(person).attempts.results({ id })).report.percentage).toBe(0)
  })

  it('issues receipts that can be verified', async () => {
    const { world, college, people, id, start } = await hall(1, { shuffleOptions: true, shuffleQuestions: true })
    const [person] = people
    if (!person) throw new Error('No student')
    const { receipt } = await world.call(person).attempts.submit({ id, answers: right(await start(person)) })
    const found = await world.call(college.admin).attempts.checkReceipt({ code: receipt?.code ?? '' })
    expect(found.receipt).toMatchObject({ valid: true, answered: 6 })
  })

  it('keeps shuffling once a student has started', async () => {
    const { world, people, id, start } = await hall(1, { shuffleOptions: true })
    await Promise.all(people.map(start))
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    const save = (fields: object) =>
      author.update({ ...test, id, testType: 'Assignment', questions: test.questions as never, ...fields })
    await expect(save({ shuffleOptions: false })).rejects.toThrow('cannot be changed once students have started')
    const { shuffleOptions: _, ...old } = test
    await expect(
      author.update({ ...old, id, testType: 'Assignment', questions: test.questions as never }),
    ).resolves.toMatchObject({ test: { shuffleOptions: true } })
  })

  it('works with questions of every type', async () => {
    const { world, people, id, start } = await hall(1, {
      questions: everyType,
      shuffleOptions: true,
      shuffleQuestions: true,
    })
    const [person] = people
    if (!person) throw new Error('No student')
    const { test } = await start(person)
    expect(test.questions.map(({ type }) => type).sort()).toEqual(everyType.map(({ type }) => type).sort())
    const multiple = test.questions.find((question) => question.type === 'multiple')
    const answer = Object.entries((multiple as { options: Record<string, string> }).options).flatMap(
      ([letter, text]) => (['Merge sort', 'Insertion sort', 'Bubble sort'].includes(text) ? [letter] : []),
    )
    const { results } = await world
      .call(person)
      .attempts.submit({ id, answers: [{ questionId: multiple?.id ?? '', answer }] })
    expect(results).toMatchObject({ correctAnswers: 1, marksObtained: 2 })
  })
})

it('sends the same paper with and without compression', async () => {
  const { world, people, id } = await hall(1, { shuffleQuestions: true, shuffleOptions: true })
  const [as] = people
  if (!as) throw new Error('No student')
  const plain = await world.rest('POST', `/tests/${id}/start`, { as, headers: { 'accept-encoding': 'identity' } })
  const zipped = await world.rest('POST', `/tests/${id}/start`, { as, headers: { 'accept-encoding': 'gzip' } })
  const paper = ({ body }: { body: unknown }) => (body as Started).test
  expect(paper(plain).questions).toHaveLength(6)
  expect(paper(zipped)).toEqual(paper(plain))
})
