/**
 * Simulates a day of mixed use on a clock that runs 50 times as fast: exams, sign-ins, practice, reports, files, live
 * boards, notifications, uploads, programs with API tokens, webhooks, invalid requests, broken connections, and a quiet
 * night with its backup. Every half hour, it measures the memory of the server and the judge after garbage collection.
 * It fails if memory in the last quarter is more than 10 % above the first quarter after the warm-up.
 *
 *     npm run load:day -- [--hours 24] [--speed 50] [--seats 150] [--table day.txt]
 *
 * The day begins at two in the afternoon, so the first and last quarters are both busy hours. "Live" is reachable
 * memory: the heap after garbage collection plus external memory. "RSS anon" includes the allocators' reserves and
 * SQLite's page cache, but no mapped files. The page cache is filled to its limit (64 MB) before the first measurement,
 * so it neither looks like a leak nor hides one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram } from '#tests/support/process.ts'
import { Caller } from './day/caller.ts'
import { Day, DayOver } from './day/clock.ts'
import { openWindow, sit, type Window } from './day/exam.ts'
import { headline, lineOf, type Sample, verdict } from './day/measure.ts'
import { again, browse, bulkUpload, integrate, notify, practise, report, watchBoard } from './day/people.ts'
import type { Held } from './day/server.ts'
import { createSetup, type Setup } from './day/setup.ts'
import { makeTrouble } from './day/trouble.ts'

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    speed: { type: 'string', default: '50' },
    seats: { type: 'string', default: '150' },
    table: { type: 'string' },
  },
})
const [hours, speed, seats] = [Number(values.hours), Number(values.speed), Number(values.seats)]
const warmUp = hours / 6
/** Simulated hours between measurements. */
const sampleEvery = hours / 48
/** Simulated hours between exam starts. At night, only small trial exams run. */
const examEvery = 1.5
const nightSeats = 10

/** A webhook receiver that fails one time in five. */
async function startReceiver() {
  let webhookCalls = 0
  const server = createServer((req, res) => {
    req.resume()
    req.on('end', () => res.writeHead(++webhookCalls % 5 === 0 ? 500 : 204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    webhookCalls: () => webhookCalls,
    close: () => server.closeAllConnections(),
  }
}

/** Runs an activity. If it fails before the day is over, records the failure instead of throwing it. */
function play(caller: Caller, name: string, run: () => Promise<unknown>): Promise<void> {
  return run().then(
    () => {},
    (error: Error) => {
      if (!(error instanceof DayOver)) caller.failures.push(`${name}: ${error.message} ${String(error.cause ?? '')}`)
    },
  )
}

async function simulateDay(caller: Caller, day: Day, platform: Setup, hookUrl: string) {
  const windows: Window[] = []
  const turn = (name: string, minutes: number, run: () => Promise<unknown>) =>
    play(caller, name, () => again(day, minutes, () => play(caller, name, run)))
  const tokens: string[] = []
  for (const college of platform.colleges) tokens.push(await integrate(caller, day, college, hookUrl))

  const exams = async () => {
    for (let nth = 0; ; nth++) {
      await day.until(nth * examEvery + 0.1)
      const college = platform.colleges[nth % platform.colleges.length]
      if (!college) throw new Error('No college')
      const from = (Math.floor(nth / platform.colleges.length) * seats) % (college.students.length - seats)
      const students = college.students.slice(from, from + (day.night ? nightSeats : seats))
      const window = await openWindow(caller, day, college, students)
      windows.push(window)
      for (const { email } of students) void play(caller, 'exam', () => sit(caller, day, window, email))
    }
  }
  await Promise.all([
    play(caller, 'exams', exams),
    turn('look around', 1.5, () => browse(caller, platform)),
    turn('practise', 4, () => practise(caller, platform)),
    turn('report', 6, () => report(caller, platform, windows)),
    turn('live board', 5, async () => {
      const window = windows.at(-1)
      if (window) await watchBoard(caller, day, window)
    }),
    turn('notify', 30, () => notify(caller, day, platform)),
    turn('bulk upload', 60, () => bulkUpload(caller, platform)),
    turn('program', 1, async () => {
      for (const token of tokens)
        for (const path of ['/college/users?role=student', '/college/dashboard', '/integrations/webhooks'])
          await caller.ask('by token', 'GET', path, { token })
    }),
    turn('trouble', 10, () => makeTrouble(caller)),
    turn('operations', 1, () => caller.ask('metrics', 'GET', '//metrics')),
  ])
}

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-day-'))
const dayStart = new Date()
if (dayStart.getHours() >= 14) dayStart.setDate(dayStart.getDate() + 1)
dayStart.setHours(14, 0, 0, 0)
const lines: string[] = []
const say = (line: string) => {
  lines.push(line)
  console.log(line)
}
console.log('building the platform …')
const platform = await createSetup(dataDir, 4, 500)
const script = join(import.meta.dirname, 'day/server.ts')
const server = await startProgram(
  process.execPath,
  ['--expose-gc', script, dataDir, String(speed), String(dayStart.getTime())],
  { env: { PATH: process.env.PATH } },
)
const receiver = await startReceiver()
try {
  const caller = new Caller(server.url)
  await fetch(`${server.url}/day/fill`)
  const day = new Day(hours, speed, dayStart.getTime())
  const samples: Sample[] = []
  say(headline)
  const measure = async () => {
    for (let nth = 0; ; nth++) {
      await day.until(nth * sampleEvery)
      const held = (await (await fetch(`${server.url}/day/memory`)).json()) as Held
      const sample = { hour: day.hour, ...held }
      samples.push(sample)
      say(lineOf(sample))
    }
  }
  await Promise.all([simulateDay(caller, day, platform, receiver.url), play(caller, 'measure', measure)])
  say('')
  for (const [kind, outcomes] of caller.counts)
    say(`${kind.padEnd(16)} ${[...outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', ')}`)
  say(`webhook calls    ${receiver.webhookCalls()}`)
  const { body: backups } = await caller.ask('backups', 'GET', '/admin/backups', { token: await caller.master() })
  for (const { kind, failure } of backups.runs) say(`${kind.padEnd(16)} ${failure ?? 'good'}`)
  say(`\n${hours} hours at ${speed} times the speed, warm-up ${warmUp.toFixed(1)} hours, ${seats} students in an exam`)
  const { lines: judged, flat } = verdict(samples, warmUp)
  for (const line of judged) say(line)
  for (const failure of caller.failures.slice(0, 20)) say(failure)
  say(`failures: ${caller.failures.length}`)
  const printed = server.output().trim().split('\n').slice(1)
  if (printed.length > 0)
    say(`lines of server output: ${printed.length}, starting with:\n${printed.slice(0, 5).join('\n').slice(0, 2_000)}`)
  if (values.table) writeFileSync(values.table, `${lines.join('\n')}\n`)
  if (!flat) process.exitCode = 1
} finally {
  receiver.close()
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
process.exit()
