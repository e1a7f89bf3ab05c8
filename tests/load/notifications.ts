/**
 * Measures a notification to 20,000 people and its effect on an exam's saves, and then statistics, analytics, lists,
 * bell and inbox with 2,000 notifications × 2,000 recipients.
 *     npm run load:notifications -- [recipients] [notifications] [recipients-each]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { openServices } from '#server/app.ts'
import { startAttempt } from '#server/features/attempts/start.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { mintStudentScope } from '#server/platform/scope.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { prepareClass } from '#tests/support/class.ts'
import { testConfig } from '#tests/support/config.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { startServer } from '#tests/support/process.ts'
import { disturbed, undisturbed } from './machine.ts'

const [size = 20_000, many = 2_000, each = 2_000] = process.argv.slice(2).map(Number)
const examStudents = 50
/** Interval between a student's saves, in ms. */
const saveEvery = 250
const sendings = 5
const rounds = 40
const day = 24 * 3_600_000

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates a college with a class taking an exam and many other students. */
async function prepare(dataDir: string) {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  const questions = Array.from({ length: 60 }, () => aQuestion())
  const { testId, collegeId, students } = await prepareClass(app, examStudents, { questions, duration: 300 })
  const people: { token: string; questionIds: string[] }[] = []
  for (const student of students) {
    const { test } = await startAttempt(
      app,
      mintStudentScope(collegeId, student.id),
      { token: null, address: '127.0.0.1' },
      testId,
    )
    people.push({
      token: await app.sessions.open(student.id, false),
      questionIds: test.questions.map((question) => question.id),
    })
  }
  enrolCrowd(dataDir, collegeId, size - examStudents)
  const tokenOf = async (email: string) =>
    app.sessions.open((await authRepo(app.db.read).findByEmail(email))?.user.id ?? '', false)
  const reader = `crowd000000@${collegeId}.example`
  const tokens = {
    master: await tokenOf(app.config.masterAdmin.email),
    reader: await tokenOf(reader),
    admin: await app.sessions.open(adminOf(dataDir, collegeId), false),
  }
  await app.db.close()
  return { testId, collegeId, people, tokens }
}

function adminOf(dataDir: string, collegeId: string): string {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  const row = db.prepare(`select id from users where role = 'college_admin' and college_id = ?`).get(collegeId)
  db.close()
  return (row as { id: string }).id
}

/** Stores half a year of notifications with many recipients each. About half of the recipients have read them. */
function storeMany(dataDir: string, collegeId: string) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('synchronous = off')
  db.pragma('cache_size = -400000')
  const now = Date.now()
  const users = db
    .prepare(`select id from users where role = 'student' and college_id = ? order by id desc limit ?`)
    .pluck()
    .all(collegeId, each) as string[]
  const reader = db.prepare(`select id from users where email = ?`).pluck().get(`crowd000000@${collegeId}.example`)
  if (!users.includes(String(reader))) users[0] = String(reader)
  const addNotification = db.prepare(
    `insert into notifications (id, sender_id, sender_role, sender_name, sender_email, college_id, title, message, type,
       priority, target_type, targets, created_at, sent_at)
     values (?, 'sender', ?, 'Office', 'office@c.example', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const give = db.prepare('insert into notification_recipients values (?, ?, ?, null, ?)')
  const targets = JSON.stringify({
    targetColleges: [],
    targetUsers: [],
    filters: { branches: [], batches: [], sections: [] },
  })
  for (let n = 0; n < many; n++)
    db.transaction(() => {
      const at = now - Math.floor(((n * 7919) % many) * ((180 * day) / many)) - 60_000
      const id = `0190000a-0000-7000-8000-${String(n).padStart(12, '0')}`
      const byCollege = n % 4 !== 0
      addNotification.run(
        id,
        byCollege ? 'college_admin' : 'master_admin',
        byCollege ? collegeId : null,
        `Notification number ${n}`,
        'Information for everyone. '.repeat(15),
        ['general', 'urgent', 'announcement', 'reminder'][n % 4],
        ['low', 'medium', 'high'][n % 3],
        ['students', 'faculty', 'students', 'colleges'][n % 4],
        targets,
        at,
        at,
      )
      for (const [index, user] of users.entries()) {
        const read = (index * 31 + n * 17) % 100 < 50 ? Math.min(now, at + ((index * 7919) % (3 * day))) : null
        give.run(id, user, at, read)
      }
    })()
  db.close()
}

const folder = mkdtempSync(join(tmpdir(), 'examhall-notifications-'))
const { testId, collegeId, people, tokens } = await prepare(folder)
let server = await startServer(folder)
const ask = async (method: string, path: string, token: string, body?: object) => {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return text
}

try {
  let saving = true
  let times: number[] = []
  const save = async ({ token, questionIds }: (typeof people)[number], first: number) => {
    await pause(first)
    for (let n = 0; saving; n++) {
      const startedAt = performance.now()
      const answer = { questionId: questionIds[n % 60], selectedAnswer: 'ABCD'[n % 4], revision: n + 1 }
      await ask('PUT', `/api/tests/${testId}/answers`, token, { answers: [answer] })
      times.push(performance.now() - startedAt)
      await pause(saveEvery)
    }
  }
  const saves = Promise.all(people.map((person, index) => save(person, (index * saveEvery) / examStudents)))
  await pause(1_000)
  const before: number[] = []
  const during: number[] = []
  const took: number[] = []
  for (let n = 0; n < sendings; n++) {
    times = before
    await pause(2_000)
    times = during
    const startedAt = performance.now()
    const sent = JSON.parse(
      await ask('POST', '/api/notifications', tokens.admin, {
        title: `Sending ${n}`,
        message: 'Information for everyone. '.repeat(20),
        targetType: 'students',
      }),
    )
    took.push(performance.now() - startedAt)
    times = []
    if (sent.totalRecipients !== size) throw new Error(`Recipients: ${sent.totalRecipients}`)
    // Delete the notification. Otherwise, its emails would still be sent during the next round.
    await ask('DELETE', `/api/notifications/${sent.notification.id}`, tokens.admin)
  }
  saving = false
  await saves
  const figures = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms, longest ${Math.max(...values).toFixed(1)} ms (${values.length})`
  console.log(
    `sent to ${size.toLocaleString('en')}: all delivered in ${took.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s`,
  )
  console.log(`saves of ${examStudents} students before: ${figures(before)}`)
  console.log(`saves of ${examStudents} students during: ${figures(during)}`)

  await server.terminate()
  const startedAt = performance.now()
  storeMany(folder, collegeId)
  const megabytes = statSync(join(folder, 'examhall.db')).size / 2 ** 20
  console.log(
    `\n${many.toLocaleString('en')} notifications × ${each.toLocaleString('en')} stored in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, database ${megabytes.toFixed(0)} MB`,
  )
  server = await startServer(folder)
  const since = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
  const id = (n: number) => `0190000a-0000-7000-8000-${String((n * 37) % many).padStart(12, '0')}`
  const typed = (procedure: string, input: object) =>
    `/trpc/notifications.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const { master, admin, reader } = tokens
  const calls: [name: string, token: string, path: (n: number) => string][] = [
    ['stats, platform', master, () => '/api/notifications/stats'],
    ['stats, college', admin, () => '/api/notifications/stats'],
    ['analytics, all', master, () => '/api/notifications/analytics/report?tz=Asia/Kolkata'],
    [
      'analytics, a page of 10',
      master,
      (n) => typed('analytics.report', { tz: 'Asia/Kolkata', limit: 10, page: n + 1 }),
    ],
    [
      'analytics, a month',
      master,
      () => `/api/notifications/analytics/report?tz=Asia/Kolkata&startDate=${since(30)}&endDate=${since(0)}`,
    ],
    ['sent, first page', admin, () => '/api/notifications/sent-notifications'],
    ['sent, last page', admin, () => '/api/notifications/sent-notifications?page=70'],
    ['sent, search', master, (n) => `/api/notifications/sent-notifications?search=${n}7`],
    ['sent, of a kind', master, () => '/api/notifications/sent-notifications?type=urgent&priority=high&status=sent'],
    ['recipients', master, (n) => `/api/notifications/${id(n)}/recipients`],
    ['recipients, who read it', master, (n) => `/api/notifications/${id(n)}/recipients?filter=read`],
    ['recipients, search', master, (n) => `/api/notifications/${id(n)}/recipients?search=${n}`],
    ['bell', reader, () => '/api/notifications/my-notifications?page=1&limit=5'],
    ['inbox', reader, (n) => `/api/notifications/my-notifications?page=${n + 1}&limit=10`],
    ['inbox, unread, urgent', reader, () => '/api/notifications/my-notifications?filter=unread&type=urgent&limit=10'],
    ['inbox, search', reader, (n) => `/api/notifications/my-notifications?search=number%20${n}&limit=10`],
    ['export, first bytes to last', admin, () => '/api/notifications/export'],
  ]
  console.log('\none call, ms                         p50       p95')
  const slow: string[] = []
  for (const [name, token, path] of calls) {
    for (let n = 0; n < 5; n++) await ask('GET', path(n), token)
    const measured: number[] = []
    for (let n = 0; n < rounds; n++)
      measured.push(
        await undisturbed(async () => {
          const start = performance.now()
          await ask('GET', path(n), token)
          return performance.now() - start
        }),
      )
    const p95 = quantile(measured, 0.95)
    if (p95 > 100) slow.push(name)
    console.log(`${name.padEnd(30)} ${quantile(measured, 0.5).toFixed(1).padStart(9)} ${p95.toFixed(1).padStart(9)}`)
  }
  console.log(`\n${disturbed.measured} calls, ${disturbed.again} repeated because of steal time`)
  console.log(slow.length === 0 ? 'all within 100 ms' : `over 100 ms: ${slow.join(', ')}`)
} finally {
  await server.kill()
  rmSync(folder, { recursive: true })
}
