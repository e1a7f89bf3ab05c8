import { createFirstAdmin } from '#server/features/auth/service.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { aCollege, aFaculty, aStudent } from '#tests/factories/forms.ts'
import { fillBank } from './bank.ts'
import { minute, moment } from './calendar.ts'
import { actorOf, type Caller, callerAt } from './callers.ts'
import { practise } from './coding-hall.ts'
import { holdSittings } from './exam-hall.ts'
import { tell } from './notifications.ts'
import { batchesOf, college, faculty, type SeededStudent, students } from './people.ts'
import { seedRepo } from './repo.ts'
import { type AcceptedTest, formOf, type SeedTest } from './seed-test.ts'
import { demoPassword, signIns } from './sign-ins.ts'
import { testsAt } from './tests.ts'

/** The college was set up so many days before it is looked at. */
const collegeAge = 60

/**
 * Fills an empty database with the demo college by the product's own procedures, each at its time in the past.
 *
 * @param app opened with the demo's master admin in its config
 * @param now the moment of loading
 */
export async function fillCollege(app: Platform, now: number): Promise<void> {
  const master = await openPlatform(app, moment(now, -collegeAge, 9))
  const ids = await fillBank(app, master, now)
  const { collegeAdmin, everybody } = await enrol(app, master, now)
  const accepted = await offerTests(app, master, collegeAdmin, ids, now)
  const lastSeen = await holdSittings(app, accepted, everybody, ids, now)
  await practise(app, everybody, ids, now)
  await tell(app, { master, collegeAdmin, everybody }, now)
  const teachers = await seedRepo(app.db.read).findUser(signIns.faculty)

  lastSeen.set(master.id, moment(now, -1, 16))
  lastSeen.set(collegeAdmin.id, moment(now, -1, 11))
  if (teachers) lastSeen.set(teachers.id, moment(now, -2, 15))
  const known = await seedRepo(app.db.read).findUser(signIns.masterAdmin)
  await app.db.write(async (tx) => {
    if (known) await seedRepo(tx).shareHash(known.passwordHash)
    for (const [id, at] of lastSeen) await seedRepo(tx).recordLogin(id, at)
  })
}

/** Creates the master admin and answers who that is. */
async function openPlatform(app: Platform, now: number): Promise<Actor> {
  const { call, clock } = callerAt(app, null, now)
  await createFirstAdmin({ ...app, clock })
  const { user } = await call.auth.login({ email: signIns.masterAdmin, password: demoPassword })
  return actorOf(user, null)
}

/** Creates the college with its admin, its faculty and its students. */
async function enrol(app: Platform, master: Actor, now: number) {
  const begun = moment(now, -collegeAge, 10)
  const { college: made, credentials } = await callerAt(app, master, begun).call.colleges.create(aCollege(college))
  const { user } = await callerAt(app, null, begun).call.auth.login({
    email: credentials.email,
    password: credentials.temporaryPassword,
  })
  const collegeAdmin = actorOf(user, made.id)

  const { members } = callerAt(app, collegeAdmin, begun + 20 * minute).call
  await Promise.all(faculty.map((fields) => members.create(aFaculty(fields))))
  const all = students(batchesOf(new Date(now).getFullYear()))
  const everybody = await Promise.all(
    all.map(async (fields, index): Promise<SeededStudent> => {
      const { call } = callerAt(app, collegeAdmin, begun + (60 + index) * minute)
      const { user } = await call.members.create(aStudent(fields))
      return { actor: actorOf(user, made.id), fields }
    }),
  )
  return { collegeAdmin, everybody }
}

/** Writes the tests, offers them to the college and has it decide. Answers those that it accepted, in order of time. */
async function offerTests(
  app: Platform,
  master: Actor,
  collegeAdmin: Actor,
  ids: ReadonlyMap<string, string>,
  now: number,
): Promise<AcceptedTest[]> {
  const seeds = testsAt(now, batchesOf(new Date(now).getFullYear()))
  const done = await Promise.all(
    seeds.map(async (seed, index) => {
      const opens = Date.parse(seed.form.startDateTime)
      // Written four days before it opens, but never after today.
      const written = Math.min(opens, moment(now, -1, 9)) - 4 * 24 * 60 * minute + index * minute
      const author = callerAt(app, master, written).call
      const { test } = await author.tests.create(formOf(seed, ids))
      return offer(author, callerAt(app, collegeAdmin, written + 150 * minute).call, test.id, seed, collegeAdmin)
    }),
  )
  return done.filter((test) => test !== null)
}

/** @returns the test when the college accepted it, and null otherwise */
async function offer(
  author: Caller,
  admin: Caller,
  testId: string,
  seed: SeedTest,
  { collegeId }: Actor,
): Promise<AcceptedTest | null> {
  const { offer } = seed
  if (!offer) return null
  await author.assignments.assignColleges({ id: testId, collegeIds: [collegeId ?? ''] })
  if (offer.status === 'pending') return null
  const { assignments } = await admin.assignments.listForCollege({})
  const id = assignments.find((assignment) => assignment.testId.id === testId)?.id ?? ''
  await admin.assignments.decide({ id, status: offer.status })
  if (offer.status !== 'accepted') return null
  await admin.assignments.assignStudents({ id, ...offer.to })
  return { id: testId, seed: { ...seed, offer } }
}
