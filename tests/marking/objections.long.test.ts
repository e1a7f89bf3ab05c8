import { describe, expect, it } from 'vitest'
import { aQuestion, aTest } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

const hour = 3_600_000
const reason = 'Two options are right'
const refused = { status: 'rejected', reply: 'The key is right' } as const
const notNow = 'You cannot object to questions of this test right now'

interface Setup {
  students?: number
  questions?: QuestionInput[]
  fields?: object
}

/** A test that accepts objections for an hour. All `students` have answered A and submitted. */
async function submittedTest({ students = 1, questions = [aQuestion(), aQuestion()], fields = {} }: Setup = {}) {
  const world = await createWorld()
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const objectionsUntil = new Date(world.clock.now() + hour).toISOString()
  const test = await world.assignedTest(college, people, { questions, objectionsUntil, ...fields })
  const { id, questionIds } = test
  for (const person of people) {
    await world.call(person).attempts.start({ id })
    const answers = questionIds.map((questionId) => ({ questionId, answer: 'A' }))
    await world.call(person).attempts.submit({ id, answers })
  }
  const [first] = people
  const [questionId = '', other = ''] = questionIds
  if (!first) throw new Error('A student is needed')
  const faculty = await world.faculty(college)
  const objectionsOf = (person: typeof first) => world.call(person).marking.objections
  return {
    ...{ world, college, people, first, faculty, id, questionId, other, objectionsUntil, objectionsOf },
    assignmentId: test.assignmentId,
    student: objectionsOf(first),
    staff: objectionsOf(faculty),
    owner: objectionsOf(world.admin),
  }
}

describe('a student', () => {
  it('objects to a question once, and reads the reply', async () => {
    const { world, first, student, staff, id, questionId, objectionsUntil } = await submittedTest()
    expect(await student.own({ id })).toEqual({ objectionsUntil, isOpen: true, objections: [] })
    const { objection } = await student.create({ id, questionId, reason: `  ${reason} ` })
    expect(objection).toMatchObject({ questionId, reason, status: 'open', reply: null, repliedAt: null })
    await expect(student.create({ id, questionId, reason })).rejects.toThrow('already objected')
    await staff.reply({ id: objection.id, ...refused })
    expect((await student.own({ id })).objections).toMatchObject([{ questionId, ...refused }])
    await expect(student.create({ id, questionId, reason })).rejects.toThrow('already objected')
    const { notifications } = await world.call(first).notifications.inbox({})
    expect(notifications.map(({ notification }) => notification.title)).toEqual([
      expect.stringMatching(/^Reply to your objection: /),
    ])
  })

  it('can withdraw an objection until it is answered', async () => {
    const { student, staff, id, questionId } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    await student.withdraw({ id: objection.id })
    expect((await student.own({ id })).objections).toEqual([])
    await expect(student.withdraw({ id: objection.id })).rejects.toThrow('Objection not found')
    const again = await student.create({ id, questionId, reason })
    await staff.reply({ id: again.objection.id, ...refused })
    await expect(student.withdraw({ id: again.objection.id })).rejects.toThrow('has already been answered')
  })

  it('cannot object after the deadline, but can still read and withdraw objections', async () => {
    const { world, student, id, questionId, other } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    world.clock.advance(hour)
    expect(await student.own({ id })).toMatchObject({ isOpen: false, objections: [{ status: 'open' }] })
    await expect(student.create({ id, questionId: other, reason })).rejects.toThrow(notNow)
    await student.withdraw({ id: objection.id })
  })

  it('cannot object to a test that accepts no objections', async () => {
    const { student, id, questionId } = await submittedTest({ fields: { objectionsUntil: null } })
    expect(await student.own({ id })).toEqual({ objectionsUntil: null, isOpen: false, objections: [] })
    await expect(student.create({ id, questionId, reason })).rejects.toThrow(notNow)
  })

  it('cannot object while the score or the key is withheld', async () => {
    const rules = { resultRelease: 'by_staff', keyRelease: 'by_staff' }
    const { world, college, assignmentId, student, id, questionId } = await submittedTest({ fields: { rules } })
    const form = { id, questionId, reason }
    await expect(student.create(form)).rejects.toThrow('Results have not been released yet')
    await expect(student.own({ id })).rejects.toThrow('Results have not been released yet')
    await world.call(college.admin).assignments.releaseResults({ id: assignmentId })
    await expect(student.create(form)).rejects.toThrow(notNow)
    expect(await student.own({ id })).toMatchObject({ isOpen: false, objections: [] })
    await world.call(world.admin).tests.releaseKey({ id })
    expect((await student.create(form)).objection.status).toBe('open')
  })

  it('cannot see replies while the key is withheld again', async () => {
    const { world, student, staff, id, questionId } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    await staff.reply({ id: objection.id, ...refused })
    const { tests } = world.call(world.admin)
    const { test } = await tests.get({ id })
    const rules = { ...test.rules, keyRelease: 'never' as const }
    await tests.update({ ...test, id, testType: 'Assignment', rules } as never)
    expect(await student.own({ id })).toMatchObject({ isOpen: false, objections: [] })
  })

  it('cannot object before submitting, or while an essay is being marked', async () => {
    const essay = { type: 'essay', questionText: 'Why?', marks: 5 } satisfies QuestionInput
    const { world, college, student, id, questionId } = await submittedTest({ questions: [aQuestion(), aQuestion()] })
    const late = await world.student(college)
    const { id: essayTest } = await world.assignedTest(college, [late], {
      questions: [essay],
      objectionsUntil: new Date(world.clock.now() + hour).toISOString(),
    })
    const calls = world.call(late)
    const { test } = await calls.attempts.start({ id: essayTest })
    const form = { id: essayTest, questionId: test.questions[0]?.id ?? '', reason }
    await expect(calls.marking.objections.create(form)).rejects.toThrow('has not been submitted yet')
    const answers = [{ questionId: form.questionId, answer: { text: 'Because' } }]
    await calls.attempts.submit({ id: essayTest, answers })
    await expect(calls.marking.objections.create(form)).rejects.toThrow('still being marked')
    await expect(student.create({ ...form, id, questionId })).resolves.toBeDefined()
  })

  it('can object only to questions in their own paper, and reach only their own objections', async () => {
    const { world, people, objectionsOf, student, id, questionId } = await submittedTest({ students: 2 })
    const theirs = await world.assignedTest(await world.college(), [])
    await expect(student.create({ id, questionId: theirs.questionIds[0] ?? '', reason })).rejects.toThrow('Validation')
    await expect(student.create({ id: theirs.id, questionId, reason })).rejects.toThrow('not found')
    const { objection } = await student.create({ id, questionId, reason })
    const neighbour = people[1]
    if (!neighbour) throw new Error('Two students are needed')
    const other = objectionsOf(neighbour)
    expect((await other.own({ id })).objections).toEqual([])
    await expect(other.withdraw({ id: objection.id })).rejects.toThrow('Objection not found')
    const { report } = await world.call(neighbour).attempts.results({ id })
    await expect(student.create({ id, questionId, attemptId: report.id, reason })).rejects.toThrow('not found')
  })

  it('must give a reason of at most 2,000 characters, without control characters', async () => {
    const { student, id, questionId } = await submittedTest()
    for (const wrong of ['', '   ', 'x'.repeat(2_001), 'a\u0000b', '\u001b[31m', 5, null])
      await expect(student.create({ id, questionId, reason: wrong as string })).rejects.toThrow()
    const text = `<img src=x onerror=alert(1)> '; drop table objections; -- ${'x'.repeat(1_900)}`
    expect((await student.create({ id, questionId, reason: text })).objection.reason).toBe(text)
  })

  it('cannot create two objections with simultaneous requests', async () => {
    const { student, id, questionId } = await submittedTest()
    const sent = await Promise.allSettled([1, 2].map(() => student.create({ id, questionId, reason })))
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await student.own({ id })).objections).toHaveLength(1)
  })
})

describe('staff', () => {
  it('see the questions with objections, and each question’s objections without names by default', async () => {
    const { world, first, people, objectionsOf, staff, id, questionId, other } = await submittedTest({ students: 3 })
    for (const person of people) await objectionsOf(person).create({ id, questionId, reason })
    await objectionsOf(first).create({ id, questionId: other, reason })
    expect((await world.call(first).marking.objections.own({ id })).objections).toHaveLength(2)
    expect((await staff.overview({ id })).questions).toMatchObject([
      { questionId, questionNumber: 1, open: 3, accepted: 0, rejected: 0 },
      { questionId: other, questionNumber: 2, open: 1 },
    ])
    const page = await staff.queue({ id, questionId, limit: 2 })
    expect(page).toMatchObject({ questionNumber: 1, open: 3, canReply: true, isEditable: false })
    expect(page.question).toMatchObject({ correctAnswer: 'B' })
    expect(page.objections).toMatchObject([
      { reason, answer: 'A', student: null },
      { reason, answer: 'A', student: null },
    ])
    expect(page.pagination).toMatchObject({ total: 3, totalPages: 2 })
    expect(JSON.stringify(page)).not.toContain(first.id)
    expect((await staff.queue({ id, questionId, limit: 2, page: 2 })).objections).toHaveLength(1)
    const named = await staff.queue({ id, questionId, names: true })
    expect(named.objections[0]?.student).toMatchObject({ id: first.id, name: first.name })
    expect((await world.call(world.admin).marking.tests()).tests).toMatchObject([
      { testId: id, waiting: 0, marked: 0, objections: { open: 4, answered: 0 } },
    ])
  })

  it('can answer an objection, change the reply, and answer a question’s open objections in bulk', async () => {
    const { people, objectionsOf, first, staff, owner, id, questionId, other } = await submittedTest({ students: 3 })
    for (const person of people) await objectionsOf(person).create({ id, questionId, reason })
    const untouched = await objectionsOf(first).create({ id, questionId: other, reason })
    const [one] = (await staff.queue({ id, questionId })).objections
    const answer = { id: one?.id ?? '', since: null, status: 'accepted', reply: 'You are right' } as const
    const { objection } = await staff.reply(answer)
    expect(objection).toMatchObject({ status: 'accepted', reply: 'You are right', student: null })
    expect(objection.repliedBy).toMatch(/^Faculty/)
    await expect(owner.reply({ ...answer, ...refused })).rejects.toThrow('Someone else has replied')
    expect((await owner.reply({ ...answer, ...refused, since: objection.repliedAt })).objection).toMatchObject(refused)
    expect(await staff.replyAll({ id, questionId, status: 'accepted', reply: 'The key changes' })).toEqual({
      answered: 2,
    })
    expect(await staff.replyAll({ id, questionId, ...refused })).toEqual({ answered: 0 })
    expect((await staff.overview({ id })).questions[0]).toMatchObject({ open: 0, accepted: 2, rejected: 1 })
    const answered = await staff.queue({ id, questionId, state: 'answered' })
    expect(answered.objections.map(({ reply }) => reply)).toEqual([
      'The key changes',
      'The key changes',
      'The key is right',
    ])
    expect(answered.pagination.total).toBe(3)
    expect((await objectionsOf(first).own({ id })).objections).toContainEqual(untouched.objection)
    await expect(staff.reply({ id: objection.id, status: 'rejected', reply: ' ' })).rejects.toThrow()
    await expect(staff.reply({ id: objection.id, status: 'open' as 'accepted', reply: 'No' })).rejects.toThrow()
  })

  it('are logged when they accept an objection, which changes no marks', async () => {
    const { world, college, first, student, staff, id, questionId } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    const marks = async () => (await world.call(first).attempts.results({ id })).report.marksObtained
    expect(await marks()).toBe(0)
    await staff.reply({ id: objection.id, status: 'accepted', reply: 'You are right' })
    expect(await marks()).toBe(0)
    const { entries } = await world.call(college.admin).audit.list({ action: 'assignment.answer_objections' })
    expect(entries).toMatchObject([
      { detail: { student: first.name, studentId: first.id, decision: 'accepted', questionId, objections: 1 } },
    ])
  })

  it('can reply only for their own college, and faculty only if they may mark the test', async () => {
    const { world, college, student, staff, objectionsOf, id, questionId } = await submittedTest()
    const elsewhere = await world.college()
    const theirs = await world.student(elsewhere)
    const { objection } = await student.create({ id, questionId, reason })
    const stranger = world.call(elsewhere.admin)
    for (const person of [elsewhere.admin, await world.faculty(elsewhere), theirs]) {
      const calls = objectionsOf(person)
      await expect(calls.reply({ id: objection.id, ...refused })).rejects.toThrow(/not found|Access denied/)
      await expect(calls.overview({ id })).rejects.toThrow(/not found|Access denied/)
      await expect(calls.queue({ id, questionId })).rejects.toThrow(/not found|Access denied/)
      await expect(calls.replyAll({ id, questionId, ...refused })).rejects.toThrow(/not found|Access denied/)
    }
    expect((await stranger.marking.tests()).tests).toEqual([])
    await expect(student.reply({ id: objection.id, ...refused })).rejects.toThrow('Access denied')

    const colleague = await world.faculty(college)
    await world.call(world.admin).marking.chooseMarkers({ id, userIds: [colleague.id] })
    expect(await staff.queue({ id, questionId })).toMatchObject({ canReply: false, open: 1 })
    await expect(staff.reply({ id: objection.id, ...refused })).rejects.toThrow('Other faculty')
    await expect(staff.replyAll({ id, questionId, ...refused })).rejects.toThrow('Other faculty')
    expect((await objectionsOf(colleague).reply({ id: objection.id, ...refused })).objection.status).toBe('rejected')
    expect((await objectionsOf(college.admin).reply({ id: objection.id, ...refused })).objection.status).toBe(
      'rejected',
    )
  })

  it('see and answer only their own college’s objections to a shared test, and the owner all of them', async () => {
    const { world, student, staff, owner, id, questionId, objectionsOf } = await submittedTest()
    const second = await world.college()
    const pupil = await world.student(second)
    await world.call(world.admin).assignments.assignColleges({ id, collegeIds: [second.id] })
    const office = world.call(second.admin)
    const [offer] = (await office.assignments.listForCollege({})).assignments
    const assignmentId = offer?.id ?? ''
    await office.assignments.decide({ id: assignmentId, status: 'accepted' })
    // A college cannot see the question's key here until one of its students objects.
    await office.assignments.assignStudents({ id: assignmentId, specificStudents: [pupil.id] })
    await student.create({ id, questionId, reason: 'First college' })
    await expect(objectionsOf(second.admin).queue({ id, questionId })).rejects.toThrow('Question not found')
    await world.call(pupil).attempts.start({ id })
    await world.call(pupil).attempts.submit({ id, answers: [] })
    await objectionsOf(pupil).create({ id, questionId, reason: 'Second college' })

    const reasons = async (calls: typeof staff) =>
      (await calls.queue({ id, questionId })).objections.map((objection) => objection.reason)
    expect(await reasons(staff)).toEqual(['First college'])
    expect(await reasons(objectionsOf(second.admin))).toEqual(['Second college'])
    expect(await reasons(owner)).toEqual(['First college', 'Second college'])
    expect(await objectionsOf(second.admin).replyAll({ id, questionId, ...refused })).toEqual({ answered: 1 })
    expect(await reasons(owner)).toEqual(['First college'])
    expect((await staff.overview({ id })).questions[0]).toMatchObject({ open: 1, rejected: 0 })
    expect((await owner.overview({ id })).questions[0]).toMatchObject({ open: 1, rejected: 1 })
    expect(await owner.queue({ id, questionId })).toMatchObject({ isEditable: true })
  })

  it('can edit the key of a college’s own test only as its admin', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    await world.call(world.admin).colleges.setOwnTests({ id: college.id, allowed: true })
    const office = world.call(college.admin)
    const objectionsUntil = new Date(world.clock.now() + hour).toISOString()
    const { test } = await office.tests.create(
      aTest(world.clock.now(), { objectionsUntil, numberOfQuestions: 1, questions: [aQuestion()] }),
    )
    const [own] = (await office.assignments.listForCollege({})).assignments
    await office.assignments.assignStudents({ id: own?.id ?? '', specificStudents: [student.id] })
    await world.call(student).attempts.start({ id: test.id })
    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    const form = { id: test.id, questionId: test.questions[0]?.id ?? '' }
    await world.call(student).marking.objections.create({ ...form, reason })
    expect(await office.marking.objections.queue(form)).toMatchObject({ isEditable: true })
    expect(await world.call(world.admin).marking.objections.queue(form)).toMatchObject({ isEditable: false })
    const faculty = world.call(await world.faculty(college))
    expect(await faculty.marking.objections.queue(form)).toMatchObject({ isEditable: false })
  })

  it('see each student’s answer in the author’s letters when options are shuffled', async () => {
    const { world, first, student, staff, id, questionId } = await submittedTest({ fields: { shuffleOptions: true } })
    await student.create({ id, questionId, reason })
    const { report } = await world.call(first).attempts.results({ id })
    const seen = report.questionAnalysis.find((question) => question.questionId === questionId)
    const place = 'ABCD'.indexOf(seen?.studentAnswer ?? '')
    const [objection] = (await staff.queue({ id, questionId })).objections
    expect(objection?.answer).toBe(seen?.testLetters?.[place] ?? 'A')
  })

  it('see answers to a question drawn from a pool, and its author can edit the key', async () => {
    const world = await createWorld()
    const { bank } = world.call(world.admin)
    for (const word of ['ant', 'bee', 'cat', 'dog'])
      await bank.create({
        subject: 'Verbal',
        topic: 'Words',
        type: 'text',
        questionText: word,
        accepted: [{ value: word }],
      })
    const college = await world.college()
    const student = await world.student(college)
    const { id } = await world.assignedTest(college, [student], {
      questions: [],
      numberOfQuestions: 2,
      pools: [{ pick: 2, from: { topics: ['Words'] } }],
      objectionsUntil: new Date(world.clock.now() + hour).toISOString(),
    })
    const calls = world.call(student)
    const { test } = await calls.attempts.start({ id })
    const answers = test.questions.map((question) => ({
      questionId: question.id,
      answer: `my ${question.questionText}`,
    }))
    await calls.attempts.submit({ id, answers })
    const owner = world.call(world.admin).marking.objections
    for (const { id: questionId, questionText } of test.questions) {
      await calls.marking.objections.create({ id, questionId, reason })
      const queue = await owner.queue({ id, questionId })
      expect(queue).toMatchObject({ isEditable: true, question: { questionText } })
      expect(queue.objections).toMatchObject([{ answer: `my ${questionText}` }])
    }
    const drawn = new Set(test.questions.map((question) => question.id))
    const all = await world.call(world.admin).reports.items.get({ id })
    const notDrawn = all.analysis.items.map((item) => item.questionId).filter((questionId) => !drawn.has(questionId))
    expect(notDrawn).toHaveLength(2)
    for (const questionId of notDrawn)
      await expect(calls.marking.objections.create({ id, questionId, reason })).rejects.toThrow('Validation failed')
  })

  it('do not see a reopened attempt’s objections until it is submitted again', async () => {
    const { world, college, first, student, staff, assignmentId, id, questionId } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    const reopened = { id: assignmentId, studentId: first.id, minutes: 5, reason: 'Power cut' }
    await world.call(college.admin).attempts.reopen(reopened)
    expect((await staff.overview({ id })).questions).toEqual([])
    await expect(staff.queue({ id, questionId })).rejects.toThrow('Question not found')
    await expect(staff.reply({ id: objection.id, ...refused })).rejects.toThrow('has not been submitted yet')
    expect(await staff.replyAll({ id, questionId, ...refused })).toEqual({ answered: 0 })
    await expect(student.own({ id })).rejects.toThrow('has not been submitted yet')
    await world.call(first).attempts.submit({ id, answers: [{ questionId, answer: 'C' }] })
    expect((await staff.queue({ id, questionId })).objections).toMatchObject([{ id: objection.id, answer: 'C' }])
  })

  it('can still answer objections to a deleted test, which accepts no new ones', async () => {
    const { world, student, staff, owner, id, questionId, other } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    await world.call(world.admin).tests.delete({ id })
    await expect(student.create({ id, questionId: other, reason })).rejects.toThrow(notNow)
    expect(await owner.queue({ id, questionId })).toMatchObject({ isEditable: false })
    await staff.reply({ id: objection.id, ...refused })
    expect((await student.own({ id })).objections).toMatchObject([refused])
  })

  it('cannot see or answer an erased student’s objections', async () => {
    const { world, college, first, student, owner, id, questionId } = await submittedTest()
    const { objection } = await student.create({ id, questionId, reason })
    await world.call(college.admin).members.delete({ id: first.id })
    expect((await owner.overview({ id })).questions).toEqual([])
    await expect(owner.reply({ id: objection.id, ...refused })).rejects.toThrow('Objection not found')
  })
})

describe('the objection deadline', () => {
  it('is omitted unless set, kept when an update omits it, and removed by null', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const { id } = await world.assignedTest(college, [student])
    const as = world.admin
    const get = async () => (await world.rest('GET', `/tests/${id}`, { as })).body.test
    const before = await get()
    expect(before).not.toHaveProperty('objectionsUntil')
    const objectionsUntil = new Date(world.clock.now() + hour).toISOString()
    const put = (fields: object) => world.rest('PUT', `/tests/${id}`, { as, body: { ...before, ...fields } })
    expect((await put({ objectionsUntil })).body.test.objectionsUntil).toBe(objectionsUntil)
    expect((await put({})).body.test.objectionsUntil).toBe(objectionsUntil)
    const seen = await world.rest('GET', `/tests/${id}`, { as: student })
    expect(seen.body.test.objectionsUntil).toBe(objectionsUntil)
    const { entries } = await world.call(world.admin).audit.list({ action: 'test.update' })
    expect(entries.at(-1)?.detail).toMatchObject({ objectionsUntil: { from: null, to: objectionsUntil } })
    for (const wrong of ['tomorrow', '', 5, before.startDateTime]) {
      const { status, body } = await put({ objectionsUntil: wrong })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'objectionsUntil'])
    }
    expect((await put({ objectionsUntil: null })).body.test).not.toHaveProperty('objectionsUntil')
  })

  it('works over REST', async () => {
    const { world, first, faculty, id, questionId } = await submittedTest()
    const created = await world.rest('POST', `/tests/${id}/objections`, { as: first, body: { questionId, reason } })
    expect(created).toMatchObject({ status: 201, body: { objection: { reason, status: 'open' } } })
    const twice = await world.rest('POST', `/tests/${id}/objections`, { as: first, body: { questionId, reason } })
    expect(twice.status).toBe(409)
    expect((await world.rest('POST', `/tests/${id}/objections`, { as: first, body: {} })).status).toBe(400)
    const unknown = await world.rest('POST', '/tests/unknown/objections', { as: first, body: {} })
    expect(unknown.status).toBe(404)
    const path = `/tests/${id}/questions/${questionId}/objections`
    const { body } = await world.rest('GET', `${path}?names=true`, { as: faculty })
    expect(body.objections).toMatchObject([{ reason, student: { id: first.id } }])
    const put = await world.rest('PUT', `/objections/${body.objections[0].id}`, { as: faculty, body: refused })
    expect(put).toMatchObject({ status: 200, body: { objection: refused } })
    expect((await world.rest('DELETE', `/objections/${body.objections[0].id}`, { as: first })).status).toBe(409)
  })
})
