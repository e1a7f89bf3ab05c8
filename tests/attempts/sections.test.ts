import { describe, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { aQuestion, aSection, aSectionedTest, singleChoice } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

/** A student in an assessment with two questions, all B, in each of three sections of 10, 20 and 30 minutes. */
async function aStartedAttempt() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const sections = [10, 20, 30].map((sectionDuration) => aSection({ sectionDuration, marksPerQuestion: 2 }))
  const test = await world.assignedTest(college, [student], aSectionedTest(world.clock.now(), { sections }))
  const attemptCalls = world.call(student).attempts
  const startedAt = world.clock.now()
  const started = await attemptCalls.start({ id: test.id })
  const [first = '', second = '', third = ''] = [0, 2, 4].map((place) => test.questionIds[place])
  const answer = (questionId: string, selectedAnswer: 'A' | 'B' = 'B') => ({ questionId, selectedAnswer })
  const save = (...questionIds: string[]) =>
    attemptCalls.save({ id: test.id, answers: questionIds.map((questionId) => answer(questionId)) })
  const at = (minutes: number, ms = 0) => world.clock.set(startedAt + minutes * minute + ms)
  const iso = (minutes: number) => new Date(startedAt + minutes * minute).toISOString()
  return { world, college, student, test, attemptCalls, started, first, second, third, answer, save, at, iso }
}

describe('a test with sections', () => {
  it('opens with the first section and both deadlines', async () => {
    const { started, iso } = await aStartedAttempt()
    expect(started).toMatchObject({ currentSection: 0, sectionDeadline: iso(10), deadline: iso(60) })
    expect(started.test.sections.map((section) => section.questions.length)).toEqual([2, 2, 2])
    expect(started.test.questions).toEqual([])
    expect(JSON.stringify(started)).not.toMatch(/correctAnswer|explanation/)
    expect(started.test).toMatchObject({ numberOfQuestions: 6, duration: 60, totalMarks: 12, hasSections: true })
  })

  it('accepts answers to the open section only, and lists the ignored ones', async () => {
    const { save, first, second, third, at } = await aStartedAttempt()
    expect((await save(first, second)).ignored).toEqual([second])
    at(12)
    const later = await save(first, second, third)
    expect(later).toMatchObject({ currentSection: 1 })
    expect(later.ignored).toEqual([first, third])
  })

  it('ignores answers to closed sections without checking them, because nobody can correct them', async () => {
    const { attemptCalls, test, first, second, answer, at } = await aStartedAttempt()
    at(12)
    const answers = [{ questionId: first, answer: ['no', 'letters'] }, answer(second)]
    expect((await attemptCalls.save({ id: test.id, answers })).ignored).toEqual([first])
  })

  it('accepts answers to a section for at most 5 s after its time runs out', async () => {
    const { save, first, at } = await aStartedAttempt()
    at(10, 5_000)
    expect((await save(first)).ignored).toEqual([])
    at(10, 5_001)
    expect((await save(first)).ignored).toEqual([first])
  })

  it('closes a section permanently when it is left, and opens the next', async () => {
    const { attemptCalls, test, save, first, second, at, iso, answer } = await aStartedAttempt()
    at(4)
    const moved = await attemptCalls.nextSection({ id: test.id, from: 0, answers: [answer(first)] })
    expect(moved).toMatchObject({ currentSection: 1, sectionDeadline: iso(24), deadline: iso(54) })
    expect((await save(first, second)).ignored).toEqual([first])
    // Answers sent with the request were saved before the section closed.
    expect((await attemptCalls.start({ id: test.id })).answers.map(({ questionId }) => questionId)).toEqual([
      first,
      second,
    ])
  })

  it('returns the same deadlines when a section is left again', async () => {
    const { attemptCalls, test, at } = await aStartedAttempt()
    at(4)
    const { currentSection, sectionDeadline, deadline } = await attemptCalls.nextSection({ id: test.id, from: 0 })
    at(5)
    expect(await attemptCalls.nextSection({ id: test.id, from: 0 })).toMatchObject({
      currentSection,
      sectionDeadline,
      deadline,
    })
  })

  it('refuses to leave the last section or one that is not open', async () => {
    const { attemptCalls, test } = await aStartedAttempt()
    await expect(attemptCalls.nextSection({ id: test.id, from: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(attemptCalls.nextSection({ id: test.id, from: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(attemptCalls.nextSection({ id: test.id, from: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('treats a section that timed out as left, so leaving it changes nothing', async () => {
    const { attemptCalls, test, at, iso } = await aStartedAttempt()
    at(10, 1_000)
    expect(await attemptCalls.nextSection({ id: test.id, from: 0 })).toMatchObject({
      currentSection: 1,
      sectionDeadline: iso(30),
      deadline: iso(60),
    })
  })

  it('resumes in the open section with the saved answers', async () => {
    const { attemptCalls, test, save, first, at, iso } = await aStartedAttempt()
    await save(first)
    at(31)
    expect(await attemptCalls.start({ id: test.id })).toMatchObject({
      currentSection: 2,
      sectionDeadline: iso(60),
      answers: [{ questionId: first, selectedAnswer: 'B' }],
    })
  })

  it('leaves closed sections unchanged on submit', async () => {
    const { attemptCalls, test, save, first, second, third, at, answer } = await aStartedAttempt()
    await save(first)
    at(31)
    const { results } = await attemptCalls.submit({
      id: test.id,
      answers: [answer(first, 'A'), answer(second), answer(third)],
    })
    expect(results).toMatchObject({ correctAnswers: 2, incorrectAnswers: 0, unanswered: 4, marksObtained: 4 })
    const { report } = await attemptCalls.results({ id: test.id })
    expect(report.sectionTimesEnforced).toBe(true)
    expect(report.sections.map((section) => section.correctAnswers)).toEqual([1, 0, 1])
    expect(report.questionAnalysis.map(({ sectionName }) => sectionName)[2]).toBe(report.sections[1]?.sectionName)
  })

  it('is graded in full if never saved, and its report shows that section times were not enforced', async () => {
    const { attemptCalls, test, at, answer } = await aStartedAttempt()
    at(59)
    const { results } = await attemptCalls.submit({ id: test.id, answers: test.questionIds.map((id) => answer(id)) })
    expect(results).toMatchObject({ correctAnswers: 6, percentage: 100 })
    expect((await attemptCalls.results({ id: test.id })).report.sectionTimesEnforced).toBe(false)
  })

  it('is auto-submitted after its last section, even if sections were left early', async () => {
    const { world, attemptCalls, test, save, first, at } = await aStartedAttempt()
    await save(first)
    at(4)
    await attemptCalls.nextSection({ id: test.id, from: 0 })
    at(54, 5_000)
    await submitOverdue(world.platform)
    await expect(attemptCalls.results({ id: test.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    at(54, 5_001)
    await expect(save(first)).rejects.toMatchObject({ code: 'CONFLICT' })
    await submitOverdue(world.platform)
    const { report } = await attemptCalls.results({ id: test.id })
    expect(report).toMatchObject({ submittedBy: 'server', correctAnswers: 1, unanswered: 5, timeSpent: 54 })
  })

  it('saves nothing if a question is not in any section', async () => {
    const { attemptCalls, test, first, answer } = await aStartedAttempt()
    await expect(
      attemptCalls.save({ id: test.id, answers: [answer(first), answer('elsewhere')] }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect((await attemptCalls.start({ id: test.id })).answers).toEqual([])
  })
})

describe('writing a test with sections', () => {
  it('requires sections, their questions and a company', async () => {
    const world = await createWorld()
    const form = aSectionedTest(world.clock.now(), { testType: 'Specific Company Test', sections: [] })
    const { status, body } = await world.rest('POST', '/tests', { as: world.admin, body: form })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { field: 'sections', message: 'At least one section is required' },
      { field: 'companyName', message: 'Company name is required for Specific Company tests' },
    ])
    const sections = [aSection({ sectionName: 'Logic', numberOfQuestions: 3 }), aSection({ numberOfQuestions: 1 })]
    const short = await world.rest('POST', '/tests', {
      as: world.admin,
      body: { ...form, companyName: 'Acme', sections },
    })
    expect(short.body.errors).toEqual([
      { field: 'sections.0.questions', message: 'Section "Logic" needs exactly 3 questions' },
      { field: 'sections.1.questions', message: 'Maximum 1 questions allowed for this section' },
    ])
  })

  it.each([
    [{ sectionDuration: 4 }, 'sectionDuration', 'Section duration must be at least 5 minutes'],
    [{ sectionDuration: 181 }, 'sectionDuration', 'Section duration must be at most 180 minutes'],
    [{ marksPerQuestion: 0 }, 'marksPerQuestion', 'Marks must be at least 1'],
    [{ marksPerQuestion: 11 }, 'marksPerQuestion', 'Marks must be at most 10'],
    [{ sectionName: ' ' }, 'sectionName', 'Section name is required'],
  ])('refuses a section with %j', async (fields, field, message) => {
    const world = await createWorld()
    const body = aSectionedTest(world.clock.now(), { sections: [aSection(fields)] })
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.body.errors).toEqual([{ field: `sections.0.${field}`, message }])
  })

  it('accepts the output of GET, and moves questions between sections', async () => {
    const world = await createWorld()
    const created = await world.rest('POST', '/tests', { as: world.admin, body: aSectionedTest(world.clock.now()) })
    expect(created.status).toBe(201)
    const { test } = created.body
    expect(test).toMatchObject({ numberOfQuestions: 6, duration: 30, totalMarks: 6, questions: [] })
    const same = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body: { test } })
    expect([same.status, same.body.test.sections]).toEqual([200, test.sections])

    const [one, two, three] = test.sections
    const moved = one.questions.pop()
    const sections = [
      { ...two, questions: [...two.questions, moved], numberOfQuestions: 3 },
      { ...one, numberOfQuestions: 1 },
      three,
    ]
    const put = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body: { ...test, sections } })
    expect(put.body.test.sections.map((section: { id: string }) => section.id)).toEqual([two.id, one.id, three.id])
    expect(put.body.test.sections[0].questions[2].id).toBe(moved.id)
    const fewer = await world.rest('PUT', `/tests/${test.id}`, {
      as: world.admin,
      body: { ...test, sections: [three] },
    })
    expect(fewer.body.test).toMatchObject({ numberOfQuestions: 2, duration: 10 })
  })

  it('keeps uploaded images and rejects external image URLs', async () => {
    const world = await createWorld()
    const image = `/images/${'a'.repeat(32)}.png`
    const question = aQuestion({ questionImageUrl: image, optionImages: { B: image } })
    const sections = [aSection({ questions: [question] })]
    const body = aSectionedTest(world.clock.now(), { sections })
    const { test } = (await world.rest('POST', '/tests', { as: world.admin, body })).body
    expect(test.sections[0].questions[0]).toMatchObject({ questionImageUrl: image, optionImages: { B: image } })
    const elsewhere = aQuestion({ questionImageUrl: 'https://evil.example/x.png' })
    const refused = await world.rest('POST', '/tests', {
      as: world.admin,
      body: { ...body, sections: [aSection({ questions: [elsewhere] })] },
    })
    expect(refused.body.errors).toEqual([
      { field: 'sections.0.questions.0.questionImageUrl', message: 'Please upload the image first' },
    ])
  })

  it('cannot change sections, times, marks or question order once a student has started', async () => {
    const { world, test } = await aStartedAttempt()
    const author = world.call(world.admin).tests
    const { test: stored } = await author.get({ id: test.id })
    const written = stored.sections.map((section) => ({
      ...section,
      questions: singleChoice(section.questions).map((question) => ({ ...question, correctAnswer: 'B' as const })),
    }))
    const form = { ...stored, testType: 'Assessment' as const, sections: written }
    const [one, two, three] = written
    if (!one || !two || !three) throw new Error('Expected three sections')
    for (const sections of [
      [two, one, three],
      [one, two],
      [{ ...one, sectionDuration: 15 }, two, three],
      [{ ...one, marksPerQuestion: 3 }, two, three],
      [{ ...one, questions: one.questions.toReversed() }, two, three],
    ])
      await expect(author.update({ ...form, sections })).rejects.toMatchObject({ code: 'CONFLICT' })
    const renamed = [{ ...one, sectionName: 'Warm-up' }, two, three]
    expect((await author.update({ ...form, sections: renamed })).test.sections[0]?.sectionName).toBe('Warm-up')
  })
})

describe('copying a test', () => {
  it('copies sections, questions, images and keys, but no attempts', async () => {
    const { world, test } = await aStartedAttempt()
    const author = world.call(world.admin).tests
    const { test: original } = await author.get({ id: test.id })
    const { test: copy } = await author.duplicate({ id: test.id })
    expect(copy).toMatchObject({ testName: `Copy of ${original.testName}`, attemptCount: 0, duration: 60 })
    const plain = (sections: typeof copy.sections) =>
      sections.map(({ id: _, questions, ...section }) => ({
        ...section,
        questions: questions.map(({ id: __, ...question }) => question),
      }))
    expect(plain(copy.sections)).toEqual(plain(original.sections))
    const ids = (sections: typeof copy.sections) => sections.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(ids(copy.sections).filter((id) => ids(original.sections).includes(id))).toEqual([])
  })
})

describe('changing an answer key', () => {
  it('previews changed marks and students who cross the pass mark', async () => {
    const { world, attemptCalls, test, student } = await aStartedAttempt()
    await attemptCalls.submit({
      id: test.id,
      answers: test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' })),
    })
    const preview = await world.call(world.admin).tests.regradePreview({
      id: test.id,
      key: test.questionIds.slice(0, 4).map((questionId) => ({ questionId, correctAnswer: 'C' })),
    })
    expect(preview).toMatchObject({ attempts: 1, changed: 1, nowPass: 0, nowFail: 1 })
    expect(preview.crossing).toMatchObject([
      { studentName: student.name, before: 100, after: expect.closeTo(33.33, 2) },
    ])
    expect((await attemptCalls.results({ id: test.id })).report.percentage).toBe(100)
    await expect(
      world.call(world.admin).tests.regradePreview({ id: test.id, key: [{ questionId: 'x', correctAnswer: 'A' }] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
