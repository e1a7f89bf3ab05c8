import { describe, expect, it } from 'vitest'
import { aQuestion } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

const essay = {
  type: 'essay',
  questionText: 'Why normalise?',
  marks: 10,
  rubric: [
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
        { label: 'Clear secret', marks: 4 },
      ],
    },
  ],
} satisfies QuestionInput

/** A test with a single-choice question and an essay, answered and submitted by `students` students. */
async function submittedEssays(students = 1, questions: QuestionInput[] = [aQuestion({ marks: 10 }), essay]) {
  const world = await createWorld()
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const faculty = await world.faculty(college)
  const { id, assignmentId } = await world.assignedTest(college, people, { questions })
  const attempts = []
  for (const [place, person] of people.entries()) {
    const { test, attemptId } = await world.call(person).attempts.start({ id })
    const [choice, text] = test.questions.map((question) => question.id)
    const answers = [
      { questionId: choice ?? '', answer: 'B' },
      { questionId: text ?? '', answer: { text: `Essay ${place}` } },
    ]
    const submitted = await world.call(person).attempts.submit({ id, answers })
    attempts.push({ person, attemptId, submitted, choice: choice ?? '', essay: text ?? '' })
  }
  const [first] = attempts
  if (!first) throw new Error('No attempt')
  return { world, college, faculty, id, assignmentId, attempts, first, marking: world.call(faculty).marking }
}

describe('an attempt with an essay', () => {
  it('keeps the key, rubric and explanation from college staff until somebody has submitted', async () => {
    const world = await createWorld()
    const college = await world.college()
    const [first, second] = [await world.student(college), await world.student(college)]
    const questions = [aQuestion({ explanation: 'Because' }), { ...essay, explanation: 'Compare both' }]
    const { id } = await world.assignedTest(college, [first, second], { questions })
    const faculty = world.call(await world.faculty(college))
    const { test } = await world.call(first).attempts.start({ id })
    const [choice, text] = test.questions.map((question) => question.id)
    const shown = async () => {
      const { analysis } = await faculty.reports.items.get({ id })
      const { question } = await faculty.marking.queue({ id, questionId: text ?? '' })
      return [analysis.items[0]?.correctAnswer, question.explanation, question.rubric.length]
    }
    expect(await shown()).toEqual([null, null, 0])
    await world.call(first).attempts.submit({ id, answers: [{ questionId: choice ?? '', answer: 'B' }] })
    expect(await shown()).toEqual(['B', 'Compare both', essay.rubric.length])
  })

  it('has no result until the essay is marked, and says so', async () => {
    const { world, college, id, first, marking } = await submittedEssays()
    expect(first.submitted).toMatchObject({ results: null, pendingMarks: 1 })
    const student = world.call(first.person)
    await expect(student.attempts.results({ id })).rejects.toThrow('Your answers are still being marked')
    const [own] = (await student.assignments.listForStudent({})).assignments
    expect(own?.attempt).toMatchObject({ marksObtained: null, percentage: null, pendingMarks: 1 })
    const { report } = await world
      .call(college.admin)
      .reports.students.attempt({ studentId: first.person.id, attemptId: first.attemptId })
    expect(report).toMatchObject({ pendingMarks: 1, percentage: null, marksObtained: null, passed: null, grade: null })

    expect(await marking.overview({ id })).toMatchObject({
      questions: [{ questionId: first.essay, questionNumber: 2, waiting: 1, marked: 0, marks: 10 }],
    })
    const form = { marks: 7.5, levels: [1, 0], comment: 'Good' }
    const marked = await marking.mark({ id: first.attemptId, questionId: first.essay, ...form })
    expect(marked).toMatchObject({ pendingMarks: 0, mark: { marks: 7.5, comment: 'Good' } })
    const after = (await student.attempts.results({ id })).report
    expect(after).toMatchObject({ marksObtained: 17.5, totalMarks: 20, percentage: 87.5, passed: true, grade: 'A' })
    expect(after.pendingMarks).toBeUndefined()
    expect(after.questionAnalysis[1]).toMatchObject({ marksObtained: 7.5, isCorrect: false, comment: 'Good' })
    expect(after.questionAnalysis[1]?.levels).toEqual([
      { criterion: 'Content', label: 'Full', marks: 6, most: 6 },
      { criterion: 'Language', label: 'Weak', marks: 1, most: 4 },
    ])
    expect(await marking.overview({ id })).toMatchObject({ questions: [{ waiting: 0, marked: 1 }] })
  })

  it('adds Marking to the sidebar of its college’s staff and the owner, but not of other colleges', async () => {
    const { world, marking } = await submittedEssays()
    expect(await marking.exists()).toEqual({ exists: true })
    const other = await world.college()
    expect(await world.call(other.admin).marking.exists()).toEqual({ exists: false })
    expect(await world.call(world.admin).marking.exists()).toEqual({ exists: true })
  })

  it('is excluded from every report until it is marked', async () => {
    const { world, college, id, first, marking } = await submittedEssays()
    const reports = world.call(college.admin).reports
    const summary = async () => (await reports.results.summary({})).totalAttempts
    const [row] = (await reports.tests.students({ id })).students
    expect(row).toMatchObject({ status: 'Being Marked', percentage: null, passed: null })
    expect((await reports.tests.students({ id, status: 'Being Marked' })).pagination.total).toBe(1)
    expect((await reports.tests.students({ id, status: 'Completed' })).students).toEqual([])
    expect(await summary()).toBe(0)
    expect((await reports.results.list({})).reports).toEqual([])
    await marking.mark({ id: first.attemptId, questionId: first.essay, marks: 10 })
    expect(await summary()).toBe(1)
    expect((await reports.results.list({})).reports).toMatchObject([{ percentage: 100, status: 'Pass' }])
    const { analysis } = await reports.items.get({ id })
    expect(analysis.items.map(({ facility }) => facility)).toEqual([100, 100])
  })

  it('has a receipt that counts every answer', async () => {
    const { first } = await submittedEssays()
    expect(first.submitted.receipt).toMatchObject({ answered: 2, questions: 2 })
  })
})

describe('marks', () => {
  it('default to the sum of the rubric levels, and cannot exceed the question’s marks', async () => {
    const { first, marking } = await submittedEssays()
    const mark = (fields: object) => marking.mark({ id: first.attemptId, questionId: first.essay, ...fields })
    expect((await mark({ levels: [1, 0] })).mark).toMatchObject({ marks: 7, levels: [1, 0] })
    expect((await mark({ levels: [1, 1], marks: 8 })).mark).toMatchObject({ marks: 8 })
    await expect(mark({ marks: 10.5 })).rejects.toThrow('Validation failed')
    await expect(mark({ marks: -1 })).rejects.toThrow('Marks cannot be negative')
    await expect(mark({ levels: [2, 0] })).rejects.toThrow('Validation failed')
    await expect(mark({ levels: [1] })).rejects.toThrow('Validation failed')
    await expect(mark({})).rejects.toThrow('Validation failed')
  })

  it('can be cleared, which withdraws the result', async () => {
    const { world, id, first, marking } = await submittedEssays()
    await marking.mark({ id: first.attemptId, questionId: first.essay, marks: 5 })
    expect(await marking.mark({ id: first.attemptId, questionId: first.essay, marks: null })).toMatchObject({
      pendingMarks: 1,
      mark: { marks: null, markedBy: null },
    })
    await expect(world.call(first.person).attempts.results({ id })).rejects.toThrow('still being marked')
  })

  it('can override the grade of any answer', async () => {
    const { world, id, first, marking } = await submittedEssays()
    await marking.mark({ id: first.attemptId, questionId: first.essay, marks: 0 })
    await marking.mark({ id: first.attemptId, questionId: first.choice, marks: 4 })
    const percentage = async () => (await world.call(first.person).attempts.results({ id })).report.percentage
    expect(await percentage()).toBe(20)
    expect((await marking.overview({ id })).questions.map(({ questionNumber }) => questionNumber)).toEqual([1, 2])
    await marking.mark({ id: first.attemptId, questionId: first.choice, marks: null })
    expect(await percentage()).toBe(50)
  })

  it('survive a key change, and a reopening that leaves the essay unchanged', async () => {
    const { world, college, id, assignmentId, first, marking } = await submittedEssays()
    await marking.mark({ id: first.attemptId, questionId: first.essay, marks: 5 })
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    const [choice, ...others] = test.questions
    await author.update({
      ...test,
      id,
      testType: 'Assignment',
      questions: [{ ...choice, correctAnswer: 'C' }, ...others] as never,
    })
    const student = world.call(first.person).attempts
    expect((await student.results({ id })).report).toMatchObject({ marksObtained: 5, percentage: 25 })

    const offers = world.call(college.admin)
    const reopen = () =>
      offers.attempts.reopen({ id: assignmentId, studentId: first.person.id, minutes: 5, reason: 'Power cut' })
    await reopen()
    expect((await student.submit({ id, answers: [] })).results).toMatchObject({ marksObtained: 5 })
    await reopen()
    // The room sends the whole paper again, and REST clients send no revisions.
    const again = [{ questionId: first.essay, answer: { text: 'Essay 0' }, timeSpent: 90 }]
    expect((await student.submit({ id, answers: again })).results).toMatchObject({ marksObtained: 5 })
    await reopen()
    const answers = [{ questionId: first.essay, answer: { text: 'A different essay' } }]
    expect(await student.submit({ id, answers })).toMatchObject({ results: null, pendingMarks: 1 })
  })

  it('are not wanted for an essay with a ruling, until it is withdrawn', async () => {
    const { world, id, first, marking } = await submittedEssays()
    const author = world.call(world.admin).tests
    const rule = async (ruling: 'dropped' | null) => {
      const { test } = await author.get({ id })
      const questions = test.questions.map((question) =>
        question.id === first.essay ? { ...question, ruling } : question,
      )
      await author.update({ ...test, id, testType: 'Assignment', questions } as never)
    }
    const waiting = async () => [
      (await marking.overview({ id })).questions[0]?.waiting,
      (await marking.tests()).tests[0]?.waiting ?? 0,
    ]
    await rule('dropped')
    expect(await waiting()).toEqual([0, 0])
    expect((await world.call(first.person).attempts.results({ id })).report).toMatchObject({ percentage: 100 })
    await rule(null)
    expect(await waiting()).toEqual([1, 1])
    await expect(world.call(first.person).attempts.results({ id })).rejects.toThrow('still being marked')
  })

  it('are refused for a running attempt, an unanswered question, or another test’s question', async () => {
    const { world, college, first, marking } = await submittedEssays()
    await expect(marking.mark({ id: first.attemptId, questionId: 'nothing', marks: 1 })).rejects.toThrow('Validation')
    const student = await world.student(college)
    const other = await world.assignedTest(college, [student], { questions: [essay] })
    const { attemptId, test } = await world.call(student).attempts.start({ id: other.id })
    const [question] = test.questions
    const early = { id: attemptId, questionId: question?.id ?? '', marks: 1 }
    await expect(marking.mark(early)).rejects.toThrow('has not been submitted')
    await world.call(student).attempts.submit({ id: other.id })
    await expect(marking.mark(early)).rejects.toThrow('Validation failed')
  })

  it('are refused if somebody else has marked the answer in the meantime', async () => {
    const { world, college, first, marking } = await submittedEssays()
    const form = { id: first.attemptId, questionId: first.essay, since: null }
    const { mark } = await marking.mark({ ...form, marks: 3 })
    const colleague = world.call(await world.faculty(college)).marking
    await expect(colleague.mark({ ...form, marks: 9 })).rejects.toThrow('Someone else has marked this answer')
    expect((await colleague.mark({ ...form, marks: 9, since: mark.markedAt })).mark.marks).toBe(9)
  })
})

describe('marks that are sent again', () => {
  it('succeed if the same person has already given them', async () => {
    const { world, college, first, marking } = await submittedEssays()
    const form = { id: first.attemptId, questionId: first.essay, since: null, levels: [1, 0], comment: 'Good' }
    const { mark } = await marking.mark(form)
    world.clock.advance(1_000)
    expect(await marking.mark(form)).toMatchObject({ mark, pendingMarks: 0 })
    await expect(marking.mark({ ...form, comment: 'Better' })).rejects.toThrow('Someone else has marked this answer')
    const colleague = world.call(await world.faculty(college)).marking
    await expect(colleague.mark(form)).rejects.toThrow('Someone else has marked this answer')

    const opinion = { ...form, second: true, marks: 4 }
    const { second } = (await colleague.mark(opinion)).mark
    world.clock.advance(1_000)
    expect((await colleague.mark(opinion)).mark.second).toEqual(second)
    const another = world.call(await world.faculty(college)).marking
    await expect(another.mark(opinion)).rejects.toThrow('Someone else has marked this answer')
  })

  it('succeed if they remove marks that are already removed', async () => {
    const { first, marking } = await submittedEssays()
    for (const questionId of [first.essay, first.choice]) {
      const target = { id: first.attemptId, questionId }
      const { mark } = await marking.mark({ ...target, marks: 3 })
      const removal = { ...target, marks: null, comment: 'Not yet', since: mark.markedAt }
      await marking.mark(removal)
      expect((await marking.mark(removal)).mark).toMatchObject({ marks: null, markedBy: null })
    }
  })
})

describe('the marking queue', () => {
  it('hides names by default, and shows the rubric', async () => {
    const { first, marking, id } = await submittedEssays(3)
    const queue = await marking.queue({ id, questionId: first.essay })
    expect(queue.pagination.total).toBe(3)
    expect(queue.question.rubric).toHaveLength(2)
    expect(new Set(queue.answers.map(({ answer }) => answer))).toEqual(new Set(['Essay 0', 'Essay 1', 'Essay 2']))
    expect(JSON.stringify(queue)).not.toContain(first.person.id)
    expect(queue.answers.every(({ student }) => student === null)).toBe(true)
    const named = await marking.queue({ id, questionId: first.essay, names: true })
    expect(named.answers.some(({ student }) => student?.id === first.person.id)).toBe(true)
    await marking.mark({ id: first.attemptId, questionId: first.essay, marks: 1 })
    const total = async (state: 'waiting' | 'marked' | 'all') =>
      (await marking.queue({ id, questionId: first.essay, state })).pagination.total
    expect([await total('waiting'), await total('marked'), await total('all')]).toEqual([2, 1, 3])
  })

  it.each(['waiting', 'second', 'differing', 'all'] as const)(
    'continues after an answer in state %s, although handled answers leave the list',
    async (state) => {
      const { world, college, attempts, first, marking, id } = await submittedEssays(5)
      const colleague = world.call(await world.faculty(college)).marking
      const mark = (caller: typeof marking, attemptId: string, fields: object) =>
        caller.mark({ id: attemptId, questionId: first.essay, ...fields })
      for (const { attemptId } of state === 'waiting' ? [] : attempts) await mark(marking, attemptId, { marks: 5 })
      for (const { attemptId } of state === 'differing' ? attempts : [])
        await mark(colleague, attemptId, { marks: 3, second: true })
      const seen: string[] = []
      const left: number[] = []
      for (let after: string | undefined; seen.length < 5; after = seen.at(-1)) {
        const query = { id, questionId: first.essay, state, limit: 2, ...(after !== undefined && { after }) }
        const { answers, pagination } = await colleague.queue(query)
        expect(answers.length).toBeGreaterThan(0)
        left.push(pagination.total)
        seen.push(...answers.map(({ attemptId }) => attemptId))
        // One of the two is skipped.
        const [{ attemptId } = { attemptId: '' }] = answers
        if (state === 'waiting' || state === 'differing') await mark(colleague, attemptId, { marks: 3 })
        if (state === 'second') await mark(colleague, attemptId, { marks: 3, second: true })
      }
      expect(seen.toSorted()).toEqual(attempts.map(({ attemptId }) => attemptId).toSorted())
      expect(left).toEqual([5, 3, 1])
    },
  )

  it('shows each student’s own answer to a question drawn from a pool', async () => {
    const world = await createWorld()
    const { bank } = world.call(world.admin)
    for (const word of ['ant', 'bee', 'cat', 'dog', 'elk', 'fox'])
      await bank.create({
        subject: 'Verbal',
        topic: 'Words',
        type: 'text',
        questionText: word,
        accepted: [{ value: word }],
      })
    const college = await world.college()
    const student = await world.student(college)
    const pools = [{ pick: 3, from: { topics: ['Words'] } }]
    const { id } = await world.assignedTest(college, [student], { questions: [], numberOfQuestions: 3, pools })
    const { attempts } = world.call(student)
    const { test, attemptId } = await attempts.start({ id })
    const answers = test.questions.map((question) => ({
      questionId: question.id,
      answer: `my ${question.questionText}`,
    }))
    await attempts.submit({ id, answers })
    const { marking } = world.call(college.admin)
    for (const { questionId, answer } of answers) {
      expect((await marking.queue({ id, questionId, state: 'all' })).answers).toMatchObject([{ answer }])
      expect((await marking.mark({ id: attemptId, questionId, marks: 1 })).mark).toMatchObject({ answer, marks: 1 })
    }
  })

  it('offers marked answers to another marker for a second opinion, and counts differing marks', async () => {
    const { world, college, first, marking, id } = await submittedEssays()
    const form = { id: first.attemptId, questionId: first.essay }
    await expect(marking.mark({ ...form, second: true, marks: 2 })).rejects.toThrow('once someone else has marked')
    await marking.mark({ ...form, marks: 5, comment: 'First' })
    await expect(marking.mark({ ...form, second: true, marks: 2 })).rejects.toThrow('You marked this answer')
    const colleague = world.call(await world.faculty(college)).marking
    const second = { id, questionId: first.essay, state: 'second' } as const
    expect((await marking.queue(second)).answers).toEqual([])
    expect((await colleague.queue(second)).answers).toMatchObject([{ marks: null, comment: null, markedBy: null }])
    const { mark } = await colleague.mark({ ...form, second: true, marks: 2 })
    expect(mark).toMatchObject({ marks: 5, second: { marks: 2 } })
    expect((await colleague.queue(second)).answers).toEqual([])
    expect(await marking.overview({ id })).toMatchObject({ questions: [{ differing: 1 }] })
    const { report } = await world.call(first.person).attempts.results({ id })
    expect(report.marksObtained).toBe(15)
  })

  it('is open to college staff, but only to chosen faculty if the owner has chosen some', async () => {
    const { world, college, faculty, first, marking, id } = await submittedEssays()
    const form = { id: first.attemptId, questionId: first.essay, marks: 1 }
    await expect(world.call(first.person).marking.mark(form)).rejects.toThrow('Access denied')
    const elsewhere = await world.college()
    for (const stranger of [elsewhere.admin, await world.faculty(elsewhere)]) {
      await expect(world.call(stranger).marking.mark(form)).rejects.toThrow('Attempt not found')
      await expect(world.call(stranger).marking.queue({ id, questionId: first.essay })).rejects.toThrow('not found')
    }
    const colleague = await world.faculty(college)
    const owner = world.call(world.admin).marking
    await expect(owner.chooseMarkers({ id, userIds: [first.person.id] })).rejects.toThrow('Validation failed')
    await owner.chooseMarkers({ id, userIds: [colleague.id] })
    await expect(marking.mark(form)).rejects.toThrow('Other faculty of your college were chosen')
    await expect(marking.queue({ id, questionId: first.essay })).rejects.toThrow('Other faculty')
    expect((await world.call(colleague).marking.mark(form)).mark.marks).toBe(1)
    expect((await world.call(college.admin).marking.mark({ ...form, marks: 2 })).mark.marks).toBe(2)
    await owner.chooseMarkers({ id, userIds: [] })
    expect((await world.call(faculty).marking.mark({ ...form, marks: 3 })).mark.marks).toBe(3)
  })

  it('works over REST', async () => {
    const { world, faculty, first, id } = await submittedEssays()
    const as = faculty
    expect((await world.rest('GET', `/tests/${id}/marking`, { as })).body).toMatchObject({
      questions: [{ questionId: first.essay, waiting: 1, marked: 0 }],
    })
    const body = { questionId: first.essay, marks: 4, comment: 'Fine' }
    const put = await world.rest('PUT', `/attempts/${first.attemptId}/marks`, { as, body })
    expect(put).toMatchObject({ status: 200, body: { mark: { marks: 4 }, pendingMarks: 0 } })
    expect((await world.rest('PUT', '/attempts/unknown/marks', { as, body })).status).toBe(404)
    const wrong = await world.rest('PUT', `/attempts/${first.attemptId}/marks`, { as, body: { ...body, marks: 11 } })
    expect(wrong.status).toBe(400)
  })
})

it('shows a student neither rubric nor comment while the key is withheld', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const rules = { keyRelease: 'never' } as const
  const { id } = await world.assignedTest(college, [student], { questions: [essay], rules: rules as never })
  const { test, attemptId } = await world.call(student).attempts.start({ id })
  const [question] = test.questions
  const answers = [{ questionId: question?.id ?? '', answer: { text: 'Mine' } }]
  await world.call(student).attempts.submit({ id, answers })
  const form = { id: attemptId, questionId: question?.id ?? '', levels: [1, 1], comment: 'secret remark' }
  await world.call(college.admin).marking.mark(form)
  const { report } = await world.call(student).attempts.results({ id })
  expect(JSON.stringify([test, report])).not.toMatch(/secret/)
  expect(report.questionAnalysis[0]).not.toHaveProperty('levels')
})
