import { describe, expect, it } from 'vitest'
import { answerSheets } from '#drizzle/schema/attempts.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import type { Actor } from '#server/platform/platform.ts'
import { notAReceipt } from '#shared/attempts/receipts.rules.ts'
import { aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

async function aHall(sectioned = false) {
  const world = await createWorld()
  const college = await world.college()
  const students = [
    await world.student(college, { name: 'Asha', section: 'A' }),
    await world.student(college, { name: 'Binu', section: 'A' }),
    await world.student(college, { name: 'Chitra', section: 'B' }),
  ] as [Actor, Actor, Actor]
  const test = await world.assignedTest(college, students, sectioned ? aSectionedTest(world.clock.now()) : {})
  const admin = world.call(college.admin).attempts
  return { world, college, students, test, admin, id: test.assignmentId }
}

const ms = (iso: string | undefined) => Date.parse(iso ?? '')

describe('extra time', () => {
  it('counts from the start if given beforehand, and is shown on the card', async () => {
    const { world, students, test, admin, id } = await aHall()
    const [asha] = students
    const form = { minutes: 10, reason: 'Writes with a scribe', students: [asha.id] }
    expect(await admin.giveExtraTime({ id, ...form })).toEqual({ students: 1, running: 0, submitted: 0 })
    const [card] = (await world.call(asha).assignments.listForStudent({})).assignments
    expect(card).toMatchObject({ extraMinutes: 10, sectionCount: 0 })
    const { startTime, deadline, extraMinutes } = await world.call(asha).attempts.start({ id: test.id })
    expect([ms(deadline) - ms(startTime), extraMinutes]).toEqual([40 * minute, 10])
  })

  it('is added to a running attempt at the next save, split between the remaining sections', async () => {
    const { world, students, test, admin, id } = await aHall(true)
    const [asha, , chitra] = students
    const [questionId = ''] = test.questionIds
    const first = await world.call(asha).attempts.start({ id: test.id })
    world.clock.advance(10 * minute)
    // Asha is in the second of three ten-minute sections, so the six minutes are split between it and the last one.
    expect(await admin.giveExtraTime({ id, minutes: 6, reason: 'Power cut', sections: ['A'] })).toEqual({
      students: 2,
      running: 1,
      submitted: 0,
    })
    const saved = await world.call(asha).attempts.save({ id: test.id, answers: [{ questionId, selectedAnswer: 'A' }] })
    expect(saved.clock.plan).toEqual([10 * minute, 13 * minute, 13 * minute])
    expect(ms(saved.deadline) - ms(first.deadline)).toBe(6 * minute)
    const { clock } = await world.call(chitra).attempts.start({ id: test.id })
    expect(clock.plan).toEqual([10 * minute, 10 * minute, 10 * minute])
  })

  it('skips submitted attempts, and needs a reason, an assigned student and the college’s admin', async () => {
    const { world, college, students, test, admin, id } = await aHall()
    const [asha] = students
    await world.call(asha).attempts.start({ id: test.id })
    await world.call(asha).attempts.submit({ id: test.id })
    expect(await admin.giveExtraTime({ id, minutes: 5, reason: 'Late bell', batches: ['2027'] })).toEqual({
      students: 2,
      running: 0,
      submitted: 1,
    })
    const form = { minutes: 5, reason: 'Late bell' }
    await expect(admin.giveExtraTime({ id, ...form })).rejects.toThrow('Please select at least one student')
    const unassigned = await world.student(college)
    await expect(admin.giveExtraTime({ id, ...form, students: [unassigned.id] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(admin.giveExtraTime({ id, minutes: 5, reason: ' ', students: [asha.id] })).rejects.toThrow()
    const faculty = await world.faculty(college)
    const body = { ...form, students: [asha.id] }
    expect((await world.rest('POST', `/tests/assignment/${id}/extra-time`, { as: faculty, body })).status).toBe(403)
    const stranger = (await world.college()).admin
    expect((await world.rest('POST', `/tests/assignment/${id}/extra-time`, { as: stranger, body })).status).toBe(404)
  })

  it('is logged once per group or single student', async () => {
    const { world, college, students, admin, id } = await aHall()
    const [asha, binu] = students
    await admin.giveExtraTime({ id, minutes: 5, reason: 'Late bell', batches: ['2027'] })
    world.clock.advance(minute)
    await admin.giveExtraTime({ id, minutes: 20, reason: 'Scribe', students: [binu.id] })
    const { changes } = await admin.timeChanges({ id })
    expect(changes).toMatchObject([
      { kind: 'extra', minutes: 20, reason: 'Scribe', students: 1, studentName: 'Binu', changedBy: college.admin.name },
      { kind: 'extra', minutes: 5, reason: 'Late bell', students: 3, studentName: 'Asha' },
    ])
    expect((await admin.timeChanges({ id, studentId: asha.id })).changes).toMatchObject([{ minutes: 5, students: 1 }])
    const { entries } = await world.call(college.admin).audit.list({ action: 'assignment.extra_time' })
    expect(entries[0]).toMatchObject({ detail: { minutes: 20, reason: 'Scribe', students: 1 } })
  })
})

describe('reopening an attempt', () => {
  it('keeps the answers, adds the given minutes, and issues a new receipt on submission', async () => {
    const { world, college, students, test, admin, id } = await aHall()
    const [asha] = students
    const sits = world.call(asha).attempts
    const [q1 = '', q2 = ''] = test.questionIds
    await sits.start({ id: test.id })
    const first = await sits.submit({ id: test.id, answers: [{ questionId: q1, selectedAnswer: 'B' }] })
    world.clock.advance(26 * 60 * minute)
    expect(await admin.reopen({ id, studentId: asha.id, minutes: 7, reason: 'Pressed Submit by mistake' })).toEqual({
      message: 'The attempt has been reopened',
    })
    await expect(admin.reopen({ id, studentId: asha.id, minutes: 7, reason: 'Again' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(sits.results({ id: test.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    // The window closed hours ago.
    const resumed = await sits.start({ id: test.id })
    expect(resumed.answers).toMatchObject([{ questionId: q1, selectedAnswer: 'B' }])
    expect(ms(resumed.deadline)).toBe(world.clock.now() + 7 * minute)
    const second = await sits.submit({ id: test.id, answers: [{ questionId: q2, selectedAnswer: 'B' }] })
    expect(second.results?.correctAnswers).toBe(2)
    expect(second.receipt?.code).not.toBe(first.receipt?.code)
    const code = (receipt: typeof first.receipt) => ({ code: receipt?.code ?? '' })
    await expect(admin.checkReceipt(code(first.receipt))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.checkReceipt(code(second.receipt))).receipt.valid).toBe(true)
    const { entries } = await world.call(college.admin).audit.list({ action: 'assignment.reopen_attempt' })
    expect(entries[0]).toMatchObject({ detail: { student: 'Asha', receipt: first.receipt?.code } })
  })

  it('auto-submits it when the extra minutes run out', async () => {
    const { world, students, test, admin, id } = await aHall()
    const [asha] = students
    await world.call(asha).attempts.start({ id: test.id })
    await world.call(asha).attempts.submit({ id: test.id })
    await admin.reopen({ id, studentId: asha.id, minutes: 2, reason: 'Power cut' })
    world.clock.advance(2 * minute + 5_001)
    await submitOverdue(world.platform)
    const row = (await admin.live({ id })).students.find(({ studentId }) => studentId === asha.id)
    expect(row).toMatchObject({ status: 'submitted', submittedBy: 'server' })
  })

  it('is limited to the college’s own submitted attempts', async () => {
    const { world, students, admin, id } = await aHall()
    const form = { studentId: students[0].id, minutes: 5, reason: 'Power cut' }
    await expect(admin.reopen({ id, ...form })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stranger = (await world.college()).admin
    expect((await world.rest('POST', `/tests/assignment/${id}/reopen`, { as: stranger, body: form })).status).toBe(404)
  })
})

describe('a receipt', () => {
  const aReceipt = async () => {
    const hall = await aHall()
    const { world, students, test } = hall
    const sits = world.call(students[0]).attempts
    await sits.start({ id: test.id })
    const { receipt } = await sits.submit({
      id: test.id,
      answers: test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' as const })),
    })
    return { ...hall, code: receipt?.code ?? '' }
  }

  it('is found regardless of case, spaces, hyphens and look-alike letters', async () => {
    const { admin, world, college, code } = await aReceipt()
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')} `])
      expect((await admin.checkReceipt({ code: typed })).receipt).toMatchObject({
        valid: true,
        studentName: 'Asha',
        answered: 3,
        questions: 3,
        marksObtained: 3,
      })
    expect((await admin.checkReceipt({ code: code.replace(/0/g, 'O').replace(/1/g, 'l') })).receipt.valid).toBe(true)
    const unknown = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`
    await expect(admin.checkReceipt({ code: unknown })).rejects.toThrow('Receipt not found')
    for (const typed of ['hello', code.slice(0, -1)])
      expect(await world.rest('GET', `/college/receipts/${typed}`, { as: college.admin })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'code', message: notAReceipt }] },
      })
  })

  it('is invalid once an answer has been changed or removed', async () => {
    const { world, admin, code } = await aReceipt()
    const sheet = world.platform.db.read.select().from(answerSheets).get()
    const before = sheet?.answers ?? []
    for (const forged of [before.with(0, 'A'), before.with(3, null)]) {
      await world.platform.db.write(async (tx) => tx.update(answerSheets).set({ answers: forged }).run())
      expect((await admin.checkReceipt({ code })).receipt.valid).toBe(false)
    }
    await world.platform.db.write(async (tx) => tx.update(answerSheets).set({ answers: before }).run())
    expect((await admin.checkReceipt({ code })).receipt.valid).toBe(true)
  })

  it('is not found by other colleges, and not available to students', async () => {
    const { world, students, code } = await aReceipt()
    const stranger = (await world.college()).admin
    expect((await world.rest('GET', `/college/receipts/${code}`, { as: stranger })).status).toBe(404)
    expect((await world.rest('GET', `/college/receipts/${code}`, { as: students[0] })).status).toBe(403)
  })
})
