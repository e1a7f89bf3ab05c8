import { createFirstAdmin } from '#server/features/auth/auth.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { fillBank } from './bank.ts'
import { minute, moment } from './calendar.ts'
import { actorOf, type Caller, callerAt } from './callers.ts'
import { submitPractice } from './coding-hall.ts'
import { colleges, type SeedCollege } from './colleges.ts'
import { demoRepo } from './demo.repo.ts'
import { runSittings } from './exam-hall.ts'
import { markEssays } from './marking-hall.ts'
import { sendNotifications } from './notifications.ts'
import { batchesOf, type Enrolled, type SeededStudent, students } from './people.ts'
import { fillQuestionBank } from './question-bank/fill.ts'
import { type AcceptedTest, formOf, type SeedTest } from './seed-test.ts'
import { demoPassword, signIns } from './sign-ins.ts'
import { testsAt } from './tests.ts'

/** Days since the platform started and its first college joined. */
const platformAge = 60

/**
 * Fills an empty database with the demo colleges by calling the ordinary procedures with a clock set to the past.
 * @param app opened with the demo's master admin in its config
 * @param now the time of loading
 */
export async function fillColleges(app: Services, now: number): Promise<void> {
  const master = await openPlatform(app, moment(now, -platformAge, 9))
  const ids = await fillBank(app, master, now)
  await fillQuestionBank(app, master, now)
  const enrolled: Enrolled[] = []
  for (const college of colleges) enrolled.push(await enrol(app, master, college, now))
  const tests = await writeTests(app, master, ids, now)
  const lastSeen = new Map<string, number>()
  for (const one of enrolled) {
    const accepted = await offerTests(app, master, one, tests, now)
    for (const [id, at] of await runSittings(app, accepted, one.everybody, ids, now)) lastSeen.set(id, at)
    await markEssays(app, one, accepted)
    lastSeen.set(one.collegeAdmin.id, moment(now, -1, 11))
  }
  const [own] = enrolled
  if (own) {
    await submitPractice(app, own.everybody, ids, now)
    await sendNotifications(app, master, own, now)
  }
  const teachers = await demoRepo(app.db.read).findUser(signIns.faculty)

  lastSeen.set(master.id, moment(now, -1, 16))
  if (teachers) lastSeen.set(teachers.id, moment(now, -2, 15))
  const known = await demoRepo(app.db.read).findUser(signIns.masterAdmin)
  await app.db.write(async (tx) => {
    if (known) await demoRepo(tx).shareHash(known.passwordHash)
    for (const [id, at] of lastSeen) await demoRepo(tx).recordLogin(id, at)
  })
}

/** Creates the master admin. */
async function openPlatform(app: Services, now: number): Promise<Actor> {
  const { call, clock } = callerAt(app, null, now)
  await createFirstAdmin({ ...app, clock })
  const { user } = await call.auth.login({ email: signIns.masterAdmin, password: demoPassword })
  return actorOf(user, null)
}

/** Creates a college with its admin, faculty and students. */
async function enrol(app: Services, master: Actor, college: SeedCollege, now: number): Promise<Enrolled> {
  const joined = joinedAt(college, now)
  const { name, code, email, address } = college
  const { college: made, credentials } = await callerAt(app, master, joined).call.colleges.create({
    name,
    code,
    email,
    address,
  })
  const { user } = await callerAt(app, null, joined).call.auth.login({
    email: credentials.email,
    password: credentials.temporaryPassword,
  })
  const collegeAdmin = actorOf(user, made.id)

  const { members } = callerAt(app, collegeAdmin, joined + 20 * minute).call
  await Promise.all(college.faculty.map((fields) => members.create({ role: 'faculty', ...fields })))
  const everybody = await Promise.all(
    students(college, batchesOf(new Date(now).getFullYear())).map(async (fields, index): Promise<SeededStudent> => {
      const { call } = callerAt(app, collegeAdmin, joined + (60 + index * college.enrolEvery) * minute)
      const { user } = await call.members.create({ role: 'student', ...fields })
      return { actor: actorOf(user, made.id), fields }
    }),
  )
  return { college, collegeAdmin, everybody }
}

const joinedAt = ({ joinedDaysAgo }: SeedCollege, now: number) => moment(now, -joinedDaysAgo, 10)

interface WrittenTest {
  id: string
  seed: SeedTest
  writtenAt: number
}

async function writeTests(app: Services, master: Actor, ids: ReadonlyMap<string, string>, now: number) {
  return Promise.all(
    testsAt(now, batchesOf(new Date(now).getFullYear())).map(async (seed, index) => {
      const opens = Date.parse(seed.form.startDateTime)
      // Created four days before it opens, but never in the future.
      const writtenAt = Math.min(opens, moment(now, -1, 9)) - 4 * 24 * 60 * minute + index * minute
      const { test } = await callerAt(app, master, writtenAt).call.tests.create(formOf(seed, ids))
      return { id: test.id, seed, writtenAt }
    }),
  )
}

/** Offers the tests to a college and accepts or rejects each offer. @returns the accepted tests, oldest first */
async function offerTests(
  app: Services,
  master: Actor,
  { college, collegeAdmin }: Enrolled,
  tests: readonly WrittenTest[],
  now: number,
): Promise<AcceptedTest[]> {
  const offered = tests.flatMap(({ id, seed, writtenAt }) => {
    const offer = college.email === signIns.collegeAdmin ? seed.offer : seed.elsewhere?.[college.code]
    // A college that joins later receives the existing tests on its second day.
    const at = Math.max(writtenAt, joinedAt(college, now) + 24 * 60 * minute)
    return offer ? [{ id, seed, offer, at }] : []
  })
  const accepted = await Promise.all(
    offered.map(async ({ id, seed, offer, at }): Promise<AcceptedTest[]> => {
      const author = callerAt(app, master, at).call
      const admin = callerAt(app, collegeAdmin, at + 150 * minute).call
      await author.assignments.assignColleges({ id, collegeIds: [collegeAdmin.collegeId ?? ''] })
      if (offer.status === 'pending') return []
      const assignmentId = await assignmentOf(admin, id)
      await admin.assignments.decide({ id: assignmentId, status: offer.status })
      if (offer.status !== 'accepted') return []
      await admin.assignments.assignStudents({ id: assignmentId, ...offer.to })
      return [{ id, seed, offer }]
    }),
  )
  return accepted.flat()
}

async function assignmentOf(admin: Caller, testId: string): Promise<string> {
  const { assignments } = await admin.assignments.listForCollege({})
  return assignments.find((assignment) => assignment.testId.id === testId)?.id ?? ''
}
