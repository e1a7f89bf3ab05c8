import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { openServices } from '#server/app.ts'
import { appRouter } from '#server/app-router.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { hashPassword } from '#server/platform/password.ts'
import type { Actor } from '#server/platform/platform.ts'
import { aCodingQuestion, aCollege, aFaculty } from '#tests/factories/forms.ts'
import { testConfig } from '#tests/support/config.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'

export const password = 'first-password'
export const masterEmail = 'admin@localhost'

export interface College {
  id: string
  admin: string
  faculty: string
  students: { id: string; email: string }[]
}

export interface Setup {
  colleges: College[]
  /** Ids of coding questions that are judged in JavaScript. */
  questions: string[]
}

/** Past notifications per college, to make the database larger than SQLite's cache. */
const oldNotifications = 100
const day = 86_400_000

/** Creates colleges with an admin, faculty and students who share a password, and half a year of notifications. */
export async function createSetup(dataDir: string, colleges: number, studentsEach: number): Promise<Setup> {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  const call = (actor: Actor) =>
    appRouter.createCaller({ app, actor, token: null, address: '127.0.0.1', requestId: 'prepare' })
  const actorOf = async (email: string): Promise<Actor> => {
    const found = await authRepo(app.db.read).findByEmail(email)
    if (!found) throw new Error(`No user ${email}`)
    return { ...found.user, address: '127.0.0.1' }
  }
  const master = call(await actorOf(masterEmail))
  const setup: Setup = { colleges: [], questions: [] }
  for (let n = 0; n < colleges; n++) {
    const { college } = await master.colleges.create(aCollege())
    const { user } = await call(await actorOf(college.email)).members.create(aFaculty())
    enrolCrowd(dataDir, college.id, studentsEach)
    const students = Array.from({ length: studentsEach }, (_, nth) => {
      const number = String(nth).padStart(6, '0')
      return { id: `crowd-${college.id}-${number}`, email: `crowd${number}@${college.id}.example` }
    })
    setup.colleges.push({ id: college.id, admin: college.email, faculty: user.email, students })
  }
  for (let n = 0; n < 5; n++) {
    const { question } = await master.coding.create(aCodingQuestion({ supported_languages: ['javascript'] }))
    setup.questions.push(question.id)
  }
  const passwordHash = await hashPassword(password)
  await app.db.close()
  storeHistory(dataDir, setup, passwordHash)
  return setup
}

function storeHistory(dataDir: string, { colleges }: Setup, passwordHash: string) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('synchronous = off')
  db.prepare('update users set password_hash = ?').run(passwordHash)
  const notify = db.prepare(
    `insert into notifications (id, sender_id, sender_role, sender_name, sender_email, college_id, title, message, type,
       priority, target_type, targets, created_at, sent_at)
     values (?, 'sender', 'college_admin', 'Office', ?, ?, ?, ?, 'general', 'medium', 'students', ?, ?, ?)`,
  )
  const give = db.prepare('insert into notification_recipients values (?, ?, ?, null, ?)')
  const targets = JSON.stringify({
    targetColleges: [],
    targetUsers: [],
    filters: { branches: [], batches: [], sections: [] },
  })
  db.transaction(() => {
    for (const [place, { id, admin, students }] of colleges.entries())
      for (let n = 0; n < oldNotifications; n++) {
        const at = Date.now() - 2 * day - (n * 180 * day) / oldNotifications
        const notification = `0190000a-0000-7000-8000-${String(place * oldNotifications + n).padStart(12, '0')}`
        notify.run(
          notification,
          admin,
          id,
          `Notification ${n}`,
          'Information for everyone. '.repeat(15),
          targets,
          at,
          at,
        )
        for (const student of students) give.run(notification, student.id, at, n % 2 === 0 ? at + day : null)
      }
  })()
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}
