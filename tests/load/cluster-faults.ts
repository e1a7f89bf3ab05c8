/**
 * Runs an exam on three Examhall servers with three NATS servers on this machine, and breaks them at random: kill -9 and
 * SIGSTOP for ten seconds, of the leader, any server or a NATS server. Students save through a balancer that asks
 * /healthz. Afterwards, every acknowledged answer must be in the database, and all copies must be equal.
 *     npm run load:cluster-faults -- [students] [--faults 20] [--every 2] [--only 'leader killed']
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HallNode } from '#tests/cluster/hall-node.ts'
import { freePorts, type NatsNode, startNats } from '#tests/support/nats.ts'
import { Times, Wire } from './exam/connection.ts'
import { prepareHall } from './exam/hall.ts'
import { type Acknowledged, recount } from './exam/recount.ts'

const { values, positionals } = parseArgs({
  options: {
    faults: { type: 'string', default: '20' },
    every: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const size = Number(positionals[0] ?? 200)
const faults = Number(values.faults)
const saveEvery = Number(values.every) * 1_000
const stopMs = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

const folder = mkdtempSync(join(tmpdir(), 'examhall-cluster-faults-'))
const { nodes: nats, url: natsUrl } = await startNats(folder, 3)
const ports = await freePorts(3)
const nodes = ports.map((port, n) => {
  const env = { CLUSTER_URL: natsUrl, CLUSTER_NODE: `node-${n}`, SECRETS_KEY_FILE: join(folder, 'secrets.key') }
  return new HallNode(join(folder, `node-${n}`), port, env)
})

/** The balancer: sends requests to the server that reports to be the leader, checked about twice a second. */
let leader: HallNode | undefined
let isOver = false
async function balance() {
  while (!isOver) {
    const roles = await Promise.all(nodes.map((node) => node.role()))
    leader = nodes[roles.indexOf('leader')]
    await wait(leader ? 500 : 100)
  }
}

const times = new Times()
const gaps: { fault: string; ms: number }[] = []
const acknowledged = new Map<string, Acknowledged>()
let [saves, refused, broken] = [0, 0, 0]

async function sit({ testId, sections }: Awaited<ReturnType<typeof prepareHall>>, id: string, token: string) {
  let wire = new Wire(token)
  const own: Acknowledged = new Map()
  acknowledged.set(id, own)
  const input = { id: testId, writer: `load-${id}` }
  const questions = sections.flat()
  let [revision, turn, isStarted] = [Date.now(), 0, false]
  await wait(Math.random() * saveEvery)
  while (!isOver) {
    const to = leader
    if (!to) {
      await wait(100)
      continue
    }
    const question = questions[turn % questions.length]
    const selectedAnswer = pick(['A', 'B', 'C', 'D'] as const)
    const answers = [{ questionId: question?.id ?? '', selectedAnswer, timeSpent: turn, revision: ++revision }]
    const send = isStarted
      ? wire.call(to.url, 'attempts.save', { ...input, answers })
      : wire.call(to.url, 'attempts.start', input)
    // Like a browser, give up after 15 s.
    const reply = await Promise.race([send, wait(15_000).then(() => undefined)]).catch(() => undefined)
    if (!reply) {
      broken++
      wire.close()
      wire = new Wire(token)
      // It may or may not be stored, so do not check this question until its next acknowledged answer.
      if (isStarted) own.delete(question?.id ?? '')
      await wait(100 + Math.random() * 300)
      continue
    }
    if (reply.status === 200) {
      if (isStarted) {
        times.add(reply.ms)
        own.set(question?.id ?? '', selectedAnswer)
        saves++
        const now = performance.now()
        if (fault !== undefined && reply.ms < now - fault.at) {
          gaps.push({ fault: fault.name, ms: now - fault.at })
          fault = undefined
        }
        turn++
      }
      isStarted = true
      await wait(saveEvery * (0.5 + Math.random()))
    } else {
      refused++
      if (isStarted) own.delete(question?.id ?? '')
      await wait(200 + Math.random() * 300)
    }
  }
  wire.close()
}

/** The current fault. Its gap ends with the first acknowledged save that was sent after it. */
let fault: { name: string; at: number } | undefined

const faultsByName: Record<string, () => Promise<void>> = {
  'leader killed': async () => {
    const node = leader ?? pick(nodes)
    await node.kill()
    await settle()
    await node.start()
  },
  'standby killed': async () => {
    const node = pick(nodes.filter((one) => one !== leader))
    await node.kill()
    await wait(1_000)
    await node.start()
  },
  'leader stopped': async () => {
    const node = leader ?? pick(nodes)
    node.signal('SIGSTOP')
    await wait(stopMs)
    node.signal('SIGCONT')
  },
  'NATS killed': async () => {
    const server: NatsNode = pick(nats)
    await server.kill()
    await wait(2_000)
    await server.start()
  },
  'NATS stopped': async () => {
    const server: NatsNode = pick(nats)
    server.signal('SIGSTOP')
    await wait(stopMs)
    server.signal('SIGCONT')
  },
}

/** Waits until saves are acknowledged again. */
async function settle() {
  const before = saves
  for (let n = 0; n < 600 && (saves === before || fault !== undefined); n++) await wait(100)
}

try {
  console.log(`preparing ${size.toLocaleString('en')} students …`)
  const first = nodes[0] as HallNode
  const hall = await prepareHall(first.dataDir, size, { sectioned: false })
  cpSync(join(first.dataDir, 'secrets.key'), join(folder, 'secrets.key'))
  for (let code: number | null = 1; code !== 0; await wait(500)) code = (await first.run('cluster', 'init')).code
  await Promise.all(nodes.map((node) => node.start()))
  const balancing = balance()
  while (!leader) await wait(100)
  const students = hall.students.map(({ id, token }) => sit(hall, id, token))
  while (saves < size) await wait(200)
  for (let n = 1; n <= faults; n++) {
    const name = values.only ?? pick(Object.keys(faultsByName))
    fault = { name, at: performance.now() }
    await faultsByName[name]?.()
    await settle()
    console.log(
      `${n}. ${name.padEnd(16)} next save after ${((gaps.at(-1)?.ms ?? 0) / 1_000).toFixed(2)} s; ${saves} saves`,
    )
    await wait(1_000 + Math.random() * 2_000)
  }
  isOver = true
  await Promise.all([...students, balancing])

  console.log(
    `\nsaves ${saves}, p50 ${times.at(0.5).toFixed(1)} ms, p99 ${times.at(0.99).toFixed(1)} ms; refused ${refused}, broken ${broken}`,
  )
  for (const name of Object.keys(faultsByName)) {
    const own = gaps
      .filter((gap) => gap.fault === name)
      .map(({ ms }) => ms / 1_000)
      .sort((a, b) => a - b)
    if (own.length === 0) continue
    const at = (share: number) => (own[Math.min(own.length - 1, Math.floor(own.length * share))] ?? 0).toFixed(2)
    console.log(`${name.padEnd(16)} ${String(own.length).padStart(3)} faults: p50 ${at(0.5)} s, longest ${at(1)} s`)
  }
  for (let second = 0; second < 16; second++) {
    const count = gaps.filter(({ ms }) => Math.floor(ms / 1_000) === second).length
    if (count > 0) console.log(`${String(second).padStart(2)} to ${second + 1} s ${'#'.repeat(count)}`)
  }
  let compared = ''
  for (let n = 0; n < 30 && !compared.includes('All 3 copies are equal'); n++, await wait(1_000))
    compared = (await first.run('cluster', 'verify')).output
  console.log(compared)
  for (const node of nodes) await node.server?.terminate()
  let lost = 0
  for (const node of nodes) {
    const counted = recount(node.dataDir, hall, acknowledged)
    console.log(`${node.env.CLUSTER_NODE}: acknowledged answers ${counted.answers}, lost ${counted.lost.length}`)
    for (const line of counted.lost.slice(0, 5)) console.log(line)
    lost += counted.lost.length
  }
  const terms = nodes.flatMap((node) =>
    [...node.printed().matchAll(/"term":(\d+).*This server leads/g)].map(([, term]) => term),
  )
  console.log(`terms led: ${terms.length}, distinct: ${new Set(terms).size}`)
  if (lost > 0 || !compared.includes('All 3 copies are equal') || new Set(terms).size !== terms.length)
    process.exitCode = 1
} finally {
  isOver = true
  for (const node of nodes) await node.kill()
  for (const server of nats) {
    server.signal('SIGCONT')
    await server.kill()
  }
  rmSync(folder, { recursive: true, force: true })
}
