import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { scrub } from '#server/features/privacy/scrub.ts'
import { createStudentData, filesWith, traces } from './student-data.ts'

it('leaves no trace of the student in the database file, the outbox or elsewhere in the data folder', async () => {
  const { world, college, student, other } = await createStudentData()
  const erase = (confirm: string) =>
    world.rest('POST', `/college/users/${student.id}/erase`, { as: college.admin, body: { confirm } })
  for (const text of Object.values(traces)) expect(filesWith(world, text), text).not.toEqual([])
  const kept = await world.call(college.admin).privacy.get({ id: student.id })
  expect(kept).toMatchObject({ attempts: 1, submissions: 1, assignments: 1, notifications: 1, inExam: false })

  expect((await erase('RM-1')).body.errors).toEqual([
    { field: 'confirm', message: "Please type the student's ID number or email to confirm" },
  ])
  const token = await world.tokenOf(student)
  expect((await erase('ZQ-4711')).status).toBe(200)
  expect((await erase('ZQ-4711')).status, 'already erased').toBe(404)
  expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)

  await scrub(world.platform)
  for (const text of Object.values(traces)) expect(filesWith(world, text), text).toEqual([])
  expect(filesWith(world, other.email), 'other students stay').toContain('examhall.db')
  expect((await world.rest('GET', '/auth/me', { as: other })).status).toBe(200)
})

it('keeps the audit log without the name, and correct totals for the other students', async () => {
  const { world, college, student, test } = await createStudentData()
  const admin = world.call(college.admin)
  const before = await admin.audit.list({ limit: 200 })
  await admin.privacy.erase({ id: student.id, confirm: traces.email.toUpperCase() })
  const after = await admin.audit.list({ limit: 200 })
  expect(after.entries.slice(1).map(({ id, at, action }) => ({ id, at, action }))).toEqual(
    before.entries.map(({ id, at, action }) => ({ id, at, action })),
  )
  expect(after.entries[0]).toMatchObject({
    action: 'member.erase',
    actor: { name: college.admin.name },
    subject: { name: null },
    detail: { attempts: 1, submissions: 1 },
  })
  const own = after.entries.find(({ action }) => action === 'account.update_profile')
  expect(own).toMatchObject({ actor: { name: 'Erased person', email: '' }, address: null, detail: {} })
  const reopened = after.entries.find(({ action }) => action === 'assignment.reopen_attempt')
  expect(reopened).toMatchObject({ actor: { name: college.admin.name }, detail: {} })
  expect(reopened?.subject.name).not.toBeNull()

  const db = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'), { readonly: true })
  const sums = db.prepare('select assigned, completed, marks_obtained from test_totals where test_id = ?').get(test.id)
  const counted = db
    .prepare(
      'select count(*) as completed, sum(round(marks_obtained * 100)) as marks_obtained from attempts where test_id = ?',
    )
    .get(test.id)
  expect(sums).toEqual({ assigned: 1, ...(counted as object) })
  expect(db.prepare('select count(*) as left from student_totals where student_id = ?').get(student.id)).toEqual({
    left: 0,
  })
  db.close()
})

it('refuses while the student is taking a test, and rewrites the file only when nobody is', async () => {
  const { world, college, student, other } = await createStudentData()
  const second = await world.assignedTest(college, [student, other])
  await world.call(student).attempts.start({ id: second.id })
  const erase = () => world.call(college.admin).privacy.erase({ id: student.id, confirm: 'ZQ-4711' })
  expect((await world.call(college.admin).privacy.get({ id: student.id })).inExam).toBe(true)
  await expect(erase()).rejects.toThrow('This student is taking a test.')
  await world.call(student).attempts.submit({ id: second.id })
  await world.call(other).attempts.start({ id: second.id })
  await erase()
  await scrub(world.platform)
  expect(filesWith(world, traces.code), 'the file is not rewritten yet').not.toEqual([])
  await world.call(other).attempts.submit({ id: second.id })
  await scrub(world.platform)
  expect(filesWith(world, traces.code)).toEqual([])
})

it('rewrites the file again after a crash, or if another student is erased meanwhile', async () => {
  const { world, college, student, other } = await createStudentData()
  const { platform } = world
  const erase = (id: string, confirm: string) => world.call(college.admin).privacy.erase({ id, confirm })
  await erase(student.id, 'ZQ-4711')
  const rewrite = vi.spyOn(platform.db, 'rewrite')
  rewrite.mockRejectedValueOnce(new Error('The server was killed'))
  await expect(scrub(platform)).rejects.toThrow('killed')
  rewrite.mockImplementationOnce(async () => {
    await erase(other.id, other.email)
    return true
  })
  await scrub(platform)
  expect(filesWith(world, traces.code)).not.toEqual([])
  await scrub(platform)
  expect(filesWith(world, traces.code)).toEqual([])
  await scrub(platform)
  expect(rewrite).toHaveBeenCalledTimes(3)
})
