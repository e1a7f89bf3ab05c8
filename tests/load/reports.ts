/**
 * Measures every report, dashboard and first page of a list with 10 thousand, 100 thousand and 1 million attempts by
 * 200,000 students in 100 colleges, alternating within one run.
 *     npm run load:reports -- [students] [attempts ...]
 * `LOAD_DATA=FOLDER` keeps the data, so the next run starts measuring at once.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type ServerProcess, startServer } from '#tests/support/process.ts'
import { disturbed, undisturbed } from './machine.ts'
import { type People, signInPeople, storeAttempts, storePlatform, testId } from './reports/platform.ts'

const [students = 200_000, ...given] = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [10_000, 100_000, 1_000_000]
const measuredColleges = 8
const rounds = 40

interface Call {
  name: string
  /** True for the first page of a list, which has half the time limit of a report. */
  list?: boolean
  /** True if the response grows with the number of attempts, so the duration may grow too. */
  grows?: boolean
  as: keyof People
  /** @param n differs in each round */
  path: (n: number) => string
}

const rest = (path: string) => `/api${path}`
const typed = (procedure: string, input: object) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
const test = (n: number) => testId((n * 7) % 50)

const calls: Call[] = [
  { name: 'master: dashboard', as: 'master', path: () => rest('/analytics/dashboard?timeZone=Asia/Kolkata') },
  {
    name: 'master: dashboard charts',
    as: 'master',
    path: () => typed('dashboards.charts', { timeZone: 'Asia/Kolkata' }),
  },
  { name: 'master: stats', as: 'master', path: () => rest('/admin/stats') },
  { name: 'master: report of a test', as: 'master', path: (n) => rest(`/admin/tests/${test(n)}/report`) },
  { name: 'master: item analysis, all colleges', as: 'master', path: (n) => rest(`/reports/tests/${test(n)}/items`) },
  { name: 'master: overview', as: 'master', path: () => rest('/reports/master/overview') },
  { name: 'master: overview of a section', as: 'master', path: () => rest('/reports/master/overview?section=B') },
  { name: 'master: colleges', as: 'master', list: true, path: () => rest('/admin/colleges') },
  { name: 'master: tests', as: 'master', list: true, path: () => rest('/tests') },
  { name: 'college: dashboard', as: 'admin', path: () => rest('/college/dashboard') },
  { name: 'college: report of a test', as: 'admin', path: (n) => rest(`/college/tests/${test(n)}/report`) },
  { name: 'college: performance', as: 'admin', grows: true, path: () => rest('/reports/college/hierarchical') },
  {
    name: 'college: performance of a batch',
    as: 'admin',
    grows: true,
    path: () => rest('/reports/college/hierarchical?batch=2026'),
  },
  {
    name: 'college: performance of a section',
    as: 'admin',
    grows: true,
    path: () => rest('/reports/college/hierarchical?batch=2026&branch=CSE&section=A'),
  },
  {
    name: 'college: performance, summary',
    as: 'admin',
    path: () => typed('reports.performance.summary', { section: 'A' }),
  },
  {
    name: 'college: performance, best first',
    as: 'admin',
    list: true,
    path: () => typed('reports.performance.rows', {}),
  },
  {
    name: 'college: performance, by name',
    as: 'admin',
    list: true,
    path: () => typed('reports.performance.rows', { sort: 'name' }),
  },
  {
    name: 'college: performance, by attempts',
    as: 'admin',
    list: true,
    path: () => typed('reports.performance.rows', { sort: '-attempts', section: 'C' }),
  },
  {
    name: 'college: performance, search',
    as: 'admin',
    list: true,
    // Searches students with attempts. The largest database has twenty times as many.
    grows: true,
    path: (n) => typed('reports.performance.rows', { search: `${n}7` }),
  },
  { name: 'college: assigned tests', as: 'admin', list: true, path: () => rest('/tests/college/all-tests') },
  { name: 'college: students', as: 'admin', list: true, path: () => rest('/college/users?role=student') },
  { name: 'faculty: tests', as: 'faculty', list: true, path: () => typed('reports.tests.list', {}) },
  { name: 'faculty: tests over REST', as: 'faculty', path: () => rest('/faculty/tests/assigned') },
  {
    name: 'faculty: report of a test',
    as: 'faculty',
    grows: true,
    path: (n) => rest(`/faculty/tests/${test(n)}/report`),
  },
  { name: 'faculty: summary of a test', as: 'faculty', path: (n) => typed('reports.tests.summary', { id: test(n) }) },
  { name: 'faculty: item analysis', as: 'faculty', path: (n) => rest(`/reports/tests/${test(n)}/items`) },
  {
    name: 'faculty: students of a test',
    as: 'faculty',
    list: true,
    path: (n) => typed('reports.tests.students', { id: test(n) }),
  },
  {
    name: 'faculty: students, not attempted',
    as: 'faculty',
    list: true,
    path: (n) => typed('reports.tests.students', { id: test(n), status: 'Not Attempted', sort: 'name' }),
  },
  {
    name: 'faculty: students, search',
    as: 'faculty',
    list: true,
    path: (n) => typed('reports.tests.students', { id: test(n), search: `${n}` }),
  },
  {
    name: 'faculty: results',
    as: 'faculty',
    list: true,
    path: () => rest('/tests/faculty/student-reports?page=1&limit=20'),
  },
  {
    name: 'faculty: results, best first',
    as: 'faculty',
    list: true,
    path: () => typed('reports.results.list', { sort: '-percentage' }),
  },
  {
    name: 'faculty: results of a kind',
    as: 'faculty',
    list: true,
    path: () => typed('reports.results.list', { testType: 'Practice', subject: 'Verbal' }),
  },
  {
    name: 'faculty: results of a section',
    as: 'faculty',
    list: true,
    path: () => typed('reports.results.list', { batch: '2026', branch: 'CSE', section: 'A' }),
  },
  {
    name: 'faculty: results, search',
    as: 'faculty',
    list: true,
    grows: true,
    path: (n) => typed('reports.results.list', { studentName: `${n}7` }),
  },
  { name: 'faculty: results, summary', as: 'faculty', path: () => typed('reports.results.summary', {}) },
  {
    name: 'faculty: results, summary of a kind',
    as: 'faculty',
    path: () => typed('reports.results.summary', { testType: 'Practice' }),
  },
  { name: 'student: reports', as: 'student', grows: true, path: () => rest('/tests/student/reports') },
  { name: 'student: performance', as: 'student', grows: true, path: () => rest('/reports/student/performance') },
]

interface Side {
  attempts: number
  server: ServerProcess
  people: People
  megabytes: number
}

async function time({ server, people }: Side, call: Call, n: number): Promise<number> {
  const held = people[call.as]
  const token = typeof held === 'string' ? held : held[n % held.length]
  const startedAt = performance.now()
  const answer = await fetch(`${server.url}${call.path(n)}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${text.slice(0, 300)}`)
  return performance.now() - startedAt
}

async function untilFolded(folder: string) {
  const db = new SqliteDatabase(join(folder, 'examhall.db'), { readonly: true })
  const waiting = db.prepare('select 1 from item_pending limit 1')
  while (waiting.get()) await new Promise((resolve) => setTimeout(resolve, 500))
  db.close()
}

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const kept = process.env.LOAD_DATA
const base = kept ?? mkdtempSync(join(tmpdir(), 'examhall-reports-'))
const folders = sizes.map((size) => join(base, String(size)))
const sides: Side[] = []
try {
  for (const [index, attempts] of sizes.entries()) {
    const folder = folders[index] ?? ''
    if (existsSync(folder)) continue
    mkdirSync(folder, { recursive: true })
    const before = performance.now()
    if (index === 0) await storePlatform(folder, students)
    else cpSync(folders[index - 1] ?? '', folder, { recursive: true })
    storeAttempts(folder, students, sizes[index - 1] ?? 0, attempts)
    console.log(
      `${attempts.toLocaleString('en')} attempts stored in ${((performance.now() - before) / 1000).toFixed(0)} s`,
    )
  }
  for (const [index, attempts] of sizes.entries()) {
    const folder = folders[index] ?? ''
    const people = await signInPeople(folder, measuredColleges)
    const megabytes = statSync(join(folder, 'examhall.db')).size / 2 ** 20
    sides.push({ attempts, people, megabytes, server: await startServer(folder) })
  }
  // Let the job fold pending attempts first, so reports are measured without any.
  for (const folder of folders) await untilFolded(folder)
  const marks: string[] = []
  const row = (name: string, cells: string[], mark: string) =>
    console.log(`${name.padEnd(38)} ${cells.map((cell) => cell.padStart(9)).join(' ')}  ${mark}`)
  row('p95 of one call, ms', [...sizes.map((size) => size.toLocaleString('en')), 'growth'], '')
  for (const call of calls) {
    const times = sides.map((): number[] => [])
    // Do not measure the first calls, which read from disk and fold pending attempts.
    for (const side of sides) for (let n = 0; n < measuredColleges; n++) await time(side, call, n)
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? sides.keys() : [...sides.keys()].reverse()
      for (const side of order) times[side]?.push(await undisturbed(() => time(sides[side] as Side, call, round)))
    }
    const p95 = times.map((some) => quantile(some, 0.95))
    const median = times.map((some) => quantile(some, 0.5))
    const growth = (median.at(-1) ?? 0) / (median[0] ?? 1)
    const limit = call.list ? 50 : 100
    const slow = Math.max(...p95) > limit ? `over ${limit} ms` : ''
    const grown = growth > 1.5 && !call.grows ? 'grows' : ''
    const mark = [slow, grown, call.grows ? '(its result grows)' : ''].filter(Boolean).join(', ')
    if (slow || grown) marks.push(`${call.name}: ${mark}`)
    row(call.name, [...p95.map((value) => value.toFixed(1)), growth.toFixed(2)], mark)
  }
  console.log(
    `\ndatabases: ${sides.map(({ megabytes }) => `${megabytes.toFixed(0)} MB`).join(', ')}; growth compares medians`,
  )
  console.log(`${disturbed.measured} calls measured, ${disturbed.again} repeated because of steal time`)
  console.log(marks.length === 0 ? 'all within their limits' : `beyond:\n  ${marks.join('\n  ')}`)
} finally {
  for (const { server } of sides) await server.kill()
  if (kept === undefined) rmSync(base, { recursive: true })
}
