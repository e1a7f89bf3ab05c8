/**
 * Runs an exam on three machines, network namespaces of this one, each with Examhall and NATS, and breaks them: kill -9,
 * SIGSTOP, the network, full disks and jumping clocks (cluster/faults.ts). Students save through a balancer that asks
 * /healthz. Afterwards, every acknowledged answer must be in every database, once; all copies must be equal; and no two
 * servers may have led in one term. Needs root.
 *     npm run load:cluster-faults -- [students] [--faults 24] [--every 2] [--only 'leader killed'] [--logs FOLDER]
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { faultsOf, shuffled } from './cluster/faults.ts'
import { createMachines, type Machine, superviseHalls } from './cluster/machines.ts'
import { Students } from './cluster/students.ts'
import { prepareHall } from './exam/hall.ts'
import { recount } from './exam/recount.ts'

const { values, positionals } = parseArgs({
  options: {
    faults: { type: 'string', default: '24' },
    every: { type: 'string', default: '2' },
    only: { type: 'string' },
    logs: { type: 'string' },
  },
  allowPositionals: true,
})
const size = Number(positionals[0] ?? 200)
/** Longest wait for saves, and for all servers to respond before the next fault, in ms. */
const timeoutMs = 60_000
/** All servers and NATS servers must have been whole for this long before the next fault, in ms. */
const calm = 5_000

const folder = mkdtempSync(join(tmpdir(), 'examhall-cluster-faults-'))
if (values.logs) mkdirSync(values.logs, { recursive: true })
const { machines, natsUrl, remove } = createMachines(folder, values.logs)
const halls = machines.map(({ hall }) => hall)
let isOver = false

/** The balancer: checks each server twice a second, and sends everybody to the one that answers 200. */
let leading: Machine | undefined
const roles = new Map<Machine, string | undefined>()
async function balance(machine: Machine) {
  while (!isOver) {
    const role = await machine.hall.role()
    roles.set(machine, role)
    if (role === 'leader') leading = machine
    else if (leading === machine) leading = undefined
    await sleep(leading ? 500 : 100)
  }
}

async function until(condition: () => boolean, ms = timeoutMs): Promise<boolean> {
  const began = performance.now()
  while (!condition() && performance.now() - began < ms) await sleep(100)
  return condition()
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

function report(gaps: ReadonlyMap<string, number[]>) {
  for (const [name, own] of gaps) {
    const sorted = own.toSorted((a, b) => a - b)
    const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    const count = String(own.length).padStart(3)
    console.log(`${name.padEnd(18)} ${count} faults: p50 ${seconds(median)}, longest ${seconds(longest)}`)
  }
  const all = [...gaps.values()].flat()
  for (let second = 0; second * 1_000 <= Math.max(...all); second++) {
    const count = all.filter((ms) => Math.floor(ms / 1_000) === second).length
    if (count > 0) console.log(`${String(second).padStart(2)} to ${second + 1} s ${'#'.repeat(count)}`)
  }
}

/** Counts attempts that exist twice or were submitted: no clock may end the test. */
function strayAttempts(dataDir: string, testId: string): number {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  const row = db
    .prepare(
      `select count(*) - count(distinct student_id) + count(submitted_at) as stray
       from attempts join answer_sheets on attempt_id = attempts.id where test_id = ?`,
    )
    .get(testId) as { stray: number }
  db.close()
  return row.stray
}

/** The first signal ends the faults early and checks; the second ends everything. */
let isShort = false
process.once('SIGINT', () => {
  isShort = true
  process.once('SIGINT', () => void end())
})
try {
  await Promise.all(machines.map(({ nats }) => nats.start()))
  console.log(`preparing ${size.toLocaleString('en')} students on ${natsUrl} …`)
  const [first] = halls as [Machine['hall']]
  const hall = await prepareHall(first.dataDir, size, { sectioned: false })
  cpSync(join(first.dataDir, 'secrets.key'), join(folder, 'secrets.key'))
  for (let code: number | null = 1; code !== 0; await sleep(500)) code = (await first.run('cluster', 'init')).code
  await Promise.all(halls.map((one) => one.start()))
  const unsupervise = superviseHalls(halls)
  const balancing = machines.map(balance)
  const students = new Students(hall, () => leading?.hall.url, Number(values.every) * 1_000)
  const sitting = students.sit()
  await until(() => students.saves > size, Number.POSITIVE_INFINITY)
  // Without NATS leaders of the log or the lease, the command fails.
  const isWhole = async () => {
    const { code, output } = await first.run('cluster', 'status')
    return code === 0 && !output.includes('!')
  }

  let saved: Promise<number> = Promise.resolve(0)
  const settled = async () => void (await Promise.race([saved, sleep(timeoutMs)]))
  const faults = faultsOf({ machines, leading: () => leading, settled })
  const gaps = new Map<string, number[]>()
  const names = values.only ? [values.only] : Object.keys(faults)
  for (const [n, name] of shuffled(names, Number(values.faults)).entries()) {
    if (isShort) break
    const from = leading?.hall.env.CLUSTER_NODE
    saved = students.nextSave()
    const longestPause = students.measurePause()
    await faults[name]?.()
    await settled()
    if (!(await until(() => machines.every((machine) => roles.get(machine) !== undefined))))
      console.log('   a server does not respond after a minute')
    // A NATS server that continues may force another election some seconds later. It belongs to this fault.
    const wholeBy = performance.now() + timeoutMs
    for (let since = Number.POSITIVE_INFINITY; performance.now() - since < calm && performance.now() < wholeBy; ) {
      await sleep(500)
      if (!(await isWhole())) since = Number.POSITIVE_INFINITY
      else since = Math.min(since, performance.now())
    }
    saved = students.nextSave()
    await settled()
    const ms = longestPause()
    gaps.set(name, [...(gaps.get(name) ?? []), ms])
    console.log(
      `${new Date().toISOString()} ${n + 1}. ${name.padEnd(18)} longest pause ${seconds(ms)}; ${students.saves} saves; ${from} led, ${leading?.hall.env.CLUSTER_NODE} leads`,
    )
    await sleep(1_000 + Math.random() * 2_000)
  }
  students.isOver = true
  await sitting
  console.log(
    `\nsaves ${students.saves}, p50 ${students.times.at(0.5).toFixed(1)} ms, p99 ${students.times.at(0.99).toFixed(1)} ms; refused ${students.refused}, broken ${students.broken}`,
  )
  report(gaps)

  let compared = ''
  const isEqual = () => compared.includes('All 3 copies are equal')
  for (let n = 0; n < 60 && !isEqual(); n++, await sleep(1_000))
    compared = (await first.run('cluster', 'verify')).output
  console.log(compared)
  unsupervise()
  isOver = true
  await Promise.all(balancing)
  // Stop the standbys first, so that none of them takes over and writes.
  for (const machine of machines.toSorted((a, b) => Number(a === leading) - Number(b === leading)))
    await machine.hall.terminate()
  let wrong = 0
  for (const one of halls) {
    const { answers, lost } = recount(one.dataDir, hall, students.acknowledged)
    const stray = strayAttempts(one.dataDir, hall.testId)
    console.log(
      `${one.env.CLUSTER_NODE}: acknowledged answers ${answers}, lost ${lost.length}, stray attempts ${stray}`,
    )
    for (const line of lost.slice(0, 5)) console.log(line)
    wrong += lost.length + stray
  }
  const terms = halls.flatMap((one) =>
    [...one.printed().matchAll(/"term":(\d+).*This server leads/g)].map(([, term]) => term),
  )
  console.log(`terms led: ${terms.length}, distinct: ${new Set(terms).size}`)
  if (wrong > 0 || !isEqual() || new Set(terms).size !== terms.length) process.exitCode = 1
} finally {
  await end()
}

/** Ends every process, and removes the machines. */
async function end() {
  isOver = true
  for (const { hall, nats, cut } of machines) {
    if (values.logs) writeFileSync(join(values.logs, `${hall.env.CLUSTER_NODE}.log`), hall.printed())
    cut(false)
    hall.signal('SIGCONT')
    await hall.kill()
    nats.signal('SIGCONT')
    await nats.kill()
  }
  remove()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
