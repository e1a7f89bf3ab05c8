/**
 * Uploads 10,000 people to the real server and measures the latency of other requests in the meantime, over a separate
 * connection:
 *     npm run load:bulk
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { utils, write } from 'xlsx'
import { openServices } from '#server/app.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { bulkColumns } from '#shared/members/bulk.schema.ts'
import { aCollege } from '#tests/factories/forms.ts'
import { prepareClass } from '#tests/support/class.ts'
import { testConfig } from '#tests/support/config.ts'
import { api, startServer } from '#tests/support/process.ts'

const people = 10_000
const rounds = 3

function workbook(round: number): Buffer {
  const person = (n: number) => [
    `Student Number ${n}`,
    `R${round}-${String(n).padStart(6, '0')}`,
    ['CSE', 'ECE', 'ME', 'CIVIL'][n % 4],
    '2027',
    'ABC'[n % 3],
    `student.${round}.${n}@sahyadri.example`,
    `98765${String(n).padStart(5, '0')}`,
  ]
  const rows = [
    bulkColumns.student.map(({ heading }) => heading),
    ...Array.from({ length: people }, (_, n) => person(n)),
  ]
  return write(utils.book_new(utils.aoa_to_sheet(rows), 'Students'), {
    type: 'buffer',
    compression: true,
    bookSST: true,
  })
}

/** Creates a student with an assigned test. @returns a session for the other requests */
async function prepare(dataDir: string): Promise<string> {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  const { students } = await prepareClass(app, 30)
  const token = await app.sessions.open(students[0]?.id ?? '', false)
  await app.db.close()
  return token
}

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
/** Current (VmRSS) or peak (VmHWM) memory in MB, or 0 for an exited process. */
const memory = (pid: number, kind: 'VmRSS' | 'VmHWM'): number => {
  try {
    return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** On SIGUSR2, reports the longest event loop delay since the last report. */
const watch = `data:text/javascript,${encodeURIComponent(`
  import { monitorEventLoopDelay } from 'node:perf_hooks'
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => { console.log('blocked ' + (delay.max / 1e6).toFixed(1) + ' ms'); delay.reset() })
`)}`

const folder = mkdtempSync(join(tmpdir(), 'examhall-load-'))
const student = await prepare(folder)
const server = await startServer(folder, 'serve', { NODE_OPTIONS: `--import=${watch}` })
const [pid = 0] = childrenOf(process.pid)

/** The longest event loop delay since the last call. */
async function longestDelay(): Promise<string> {
  const before = server.output().length
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const longestSoFar = /blocked (\S+) ms/.exec(server.output().slice(before))?.[1]
    if (longestSoFar) return longestSoFar
    await wait(5)
  }
}

async function admin(): Promise<string> {
  const login = async (email: string, password: string): Promise<string> =>
    (await api(server.url, 'POST', '/auth/login', undefined, { email, password })).body.token
  const master = await login('admin@localhost', 'first-password')
  const { credentials } = (
    await api(server.url, 'POST', '/admin/colleges', master, aCollege({ code: 'LOAD', email: 'load@x.example' }))
  ).body
  return login(credentials.email, credentials.temporaryPassword)
}

async function upload(token: string, bytes: Buffer) {
  const body = new FormData()
  body.set('role', 'student')
  body.set('file', new Blob([Uint8Array.from(bytes)]), 'students.xlsx')
  const startedAt = performance.now()
  const answer = await fetch(`${server.url}/api/college/users/bulk-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const result = await answer.json()
  return { status: answer.status, successful: result.successful, ms: performance.now() - startedAt }
}

/** Alternates two reads sequentially until `over` settles. @returns their durations, sorted */
async function readUntil(over: Promise<unknown>): Promise<number[]> {
  let going = true
  void over.finally(() => {
    going = false
  })
  const times: number[] = []
  while (going) {
    for (const path of ['/auth/me', '/tests/student/assigned']) {
      const startedAt = performance.now()
      const { status } = await api(server.url, 'GET', path, student)
      if (status !== 200) throw new Error(`${path} returned ${status}`)
      times.push(performance.now() - startedAt)
    }
  }
  return times.sort((a, b) => a - b)
}

/** Measures the spreadsheet process until `over` settles. @returns its peak memory in MB */
async function watchReader(over: Promise<unknown>): Promise<number> {
  let most = 0
  let going = true
  void over.finally(() => {
    going = false
  })
  while (going) {
    for (const child of childrenOf(pid)) most = Math.max(most, memory(child, 'VmHWM'))
    await wait(20)
  }
  return most
}

const token = await admin()
await readUntil(wait(1_000))
const idle = memory(pid, 'VmRSS')
const quiet = await readUntil(wait(1_000))
await longestDelay()
const at = (times: number[], share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
console.log(
  `${people} people per upload; reads without an upload: p50 ${at(quiet, 0.5)}, p99 ${at(quiet, 0.99)}, max ${at(quiet, 1)} ms\n`,
)
console.log(
  'upload   seconds    reads p50      p99      max ms       loop blocked ms   server over idle MB   reader MB',
)
for (let round = 1; round <= rounds; round++) {
  const bytes = workbook(round)
  await longestDelay()
  const uploading = upload(token, bytes)
  const [others, reader, { status, successful, ms }] = await Promise.all([
    readUntil(uploading),
    watchReader(uploading),
    uploading,
  ])
  if (status !== 200 || successful !== people) throw new Error(`The upload returned ${status}, ${successful} added`)
  const cells: [text: string, width: number][] = [
    [String(round), 6],
    [(ms / 1000).toFixed(2), 10],
    [at(others, 0.5), 13],
    [at(others, 0.99), 9],
    [at(others, 1), 9],
    [await longestDelay(), 22],
    [(memory(pid, 'VmHWM') - idle).toFixed(0), 22],
    [reader.toFixed(0), 12],
  ]
  console.log(cells.map(([text, width]) => text.padStart(width)).join(''))
}
await server.terminate()
rmSync(folder, { recursive: true })
