import { utils, write } from 'xlsx'
import { bulkColumns } from '#shared/members/bulk.schema.ts'
import type { Caller } from './caller.ts'
import type { Day } from './clock.ts'
import type { Window } from './exam.ts'
import { type College, password, type Setup } from './setup.ts'

const any = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

/** Repeats an action, a tenth as often at night. */
export async function again(day: Day, everyMinutes: number, turn: () => Promise<unknown>) {
  for (;;) {
    await day.wait(everyMinutes * (0.5 + Math.random()) * (day.night ? 10 : 1))
    await turn()
  }
}

/** Simulates a student who browses and signs out. Three in ten only close the browser. */
export async function browse(caller: Caller, { colleges }: Setup) {
  const token = await caller.signIn(any(any(colleges).students).email)
  const pages = [
    '/college/dashboard',
    '/tests/student/assigned',
    '/notifications/my-notifications',
    '/tests/student/reports',
    '/reports/student/performance',
    '/coding/practice/questions',
    '/tests/type-counts',
  ]
  for (const page of pages) await caller.ask('student page', 'GET', page, { token })
  const { notifications } = await caller.get('inbox', 'GET', '/notifications/my-notifications', { token })
  const first = notifications?.[0]
  if (first) await caller.ask('mark read', 'PUT', `/notifications/${first.id}/read`, { token })
  if (first?.notification.attachment)
    await caller.ask('attachment', 'GET', `/notifications/${first.notification.id}/attachment`, { token })
  if (Math.random() < 0.7) await caller.ask('sign out', 'POST', '/auth/logout', { token })
}

/** Every program is different, so none is cached. */
const program = () => `// ${Math.random()}
const n = Number.parseInt(require('fs').readFileSync(0, 'utf8'), 10)
${any(['console.log(n * 2)', 'console.log(n * 3)', 'const kept = []; for (let i = 0; i < 1e5; i++) kept.push([i]); console.log(n * 2)', 'throw new Error("no")'])}
`

export async function practise(caller: Caller, { colleges, questions }: Setup) {
  const token = await caller.signIn(any(any(colleges).students).email)
  const body = () => ({ questionId: any(questions), code: program(), language: 'javascript' })
  await caller.ask('run', 'POST', '/coding/run', { token, body: body() })
  await caller.ask('submission', 'POST', '/coding/submit', { token, body: body() })
  const started = await caller.ask('follow: start', 'POST', '//trpc/coding.startRun', { token, body: body() })
  const jobId = started.body?.result?.data?.jobId
  // Half of the students close the page before the verdict.
  const leaves = new Promise((resolve) => setTimeout(resolve, Math.random() < 0.5 ? 30 : 2_000))
  if (jobId) await caller.follow('follow', 'coding.follow', { jobId }, token, leaves)
  const { questionId } = body()
  await caller.ask('submissions', 'GET', `/coding/submissions?questionId=${questionId}`, { token })
}

/** Requests staff pages and exports, including some for a recent test. */
export async function report(caller: Caller, { colleges }: Setup, windows: readonly Window[]) {
  const master = await caller.master()
  const college = any(colleges)
  const [admin, faculty] = [await caller.signIn(college.admin), await caller.signIn(college.faculty)]
  const format = any(['csv', 'xlsx', 'json'])
  const looks: [token: string, path: string][] = [
    [master, '/analytics/dashboard'],
    [master, '/admin/stats'],
    [master, '/reports/master/overview'],
    [master, '/notifications/analytics/report'],
    [master, '/admin/backups'],
    [master, '/audit'],
    [master, `/admin/colleges/${college.id}/overview`],
    [master, `/reports/performance/export?format=${format}`],
    [admin, '/analytics/college-dashboard'],
    [admin, '/college/hierarchy/level?batch=2024'],
    [admin, '/college/users?role=student&search=harika'],
    [admin, '/reports/college/overview'],
    [admin, '/notifications/stats'],
    [admin, `/reports/performance/export?format=${format}`],
    [faculty, '/faculty/analytics/overview'],
    [faculty, '/reports/faculty/overview'],
    [faculty, '/tests/faculty/student-reports'],
  ]
  const lastTest = windows.findLast((window) => window.college === college)
  if (lastTest)
    looks.push(
      [admin, `/college/tests/${lastTest.testId}/report`],
      [admin, `/college/tests/${lastTest.testId}/export?format=${format}`],
      [faculty, `/faculty/tests/${lastTest.testId}/export?format=${format}`],
      [faculty, `/reports/tests/${lastTest.testId}/items`],
      [faculty, `/tests/${lastTest.testId}/plagiarism`],
      [master, `/admin/tests/${lastTest.testId}/report/export?format=${format}`],
      [admin, `/tests/assignment/${lastTest.assignmentId}/live`],
    )
  for (const [token, path] of looks)
    if (Math.random() < 0.6) await caller.ask(path.includes('export') ? 'export' : 'report', 'GET', path, { token })
  for (const token of [admin, faculty])
    if (Math.random() < 0.7) await caller.ask('sign out', 'POST', '/auth/logout', { token })
}

/** Watches a live board for a few minutes in three tabs. */
export async function watchBoard(caller: Caller, day: Day, { college, assignmentId }: Window) {
  const token = await caller.signIn(any([college.admin, college.faculty]))
  const tabs = [1, 2, 3].map(() =>
    caller.follow('live board', 'attempts.liveChanges', { id: assignmentId }, token, day.wait(1 + Math.random() * 10)),
  )
  await Promise.all(tabs)
}

export async function notify(caller: Caller, day: Day, { colleges }: Setup) {
  const college = any(colleges)
  const token = await caller.signIn(college.admin)
  const form = new FormData()
  form.set('title', `News of hour ${day.hour.toFixed(2)}`)
  form.set('message', 'Information for everyone. '.repeat(10))
  form.set('targetType', 'students')
  if (Math.random() < 0.5) form.set('scheduledFor', new Date(day.now() + 20 * 60_000).toISOString())
  form.set('attachment', new Blob(['timetable '.repeat(20_000)]), 'timetable.txt')
  await caller.get('notification', 'POST', '/notifications', { token, body: form })
}

let uploaded = 0
/** Uploads a workbook with a new class of students. Every third file is truncated. */
export async function bulkUpload(caller: Caller, { colleges }: Setup) {
  const token = await caller.signIn(any(colleges).admin)
  const round = ++uploaded
  const person = (n: number) => [
    `Newcomer ${n}`,
    `N${round}-${n}`,
    'CSE',
    '2028',
    'A',
    `new.${round}.${n}@people.example`,
    null,
  ]
  const rows = [bulkColumns.student.map(({ heading }) => heading), ...Array.from({ length: 50 }, (_, n) => person(n))]
  const book: Buffer = write(utils.book_new(utils.aoa_to_sheet(rows), 'Students'), {
    type: 'buffer',
    compression: true,
  })
  const form = new FormData()
  form.set('role', 'student')
  form.set('file', new Blob([Uint8Array.from(round % 3 === 0 ? book.subarray(0, 2_000) : book)]), 'people.xlsx')
  await caller.ask('bulk upload', 'POST', '/college/users/bulk-upload', { token, body: form })
}

/** Creates a webhook and an API token for a college. @returns the API token */
export async function integrate(caller: Caller, day: Day, { admin }: College, hookUrl: string): Promise<string> {
  const token = await caller.signIn(admin)
  const body = { url: hookUrl, events: ['attempt.submitted', 'assignment.accepted'] }
  await caller.get('webhook', 'POST', '/integrations/webhooks', { token, body })
  const expiresAt = new Date(day.now() + 7 * 86_400_000).toISOString()
  const form = { name: 'Marks export to the ERP', role: 'college_admin', access: 'read', expiresAt, password }
  const made = await caller.get('API token', 'POST', '/integrations/tokens', { token, body: form })
  return made.token
}
