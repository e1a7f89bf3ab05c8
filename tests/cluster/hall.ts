import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts, type NatsNode, startNats } from '#tests/support/nats.ts'
import { type ServerProcess, startCommand, startServer } from '#tests/support/process.ts'

/** One server of a hall: a data folder and a fixed port. */
export class HallNode {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly url: string
  server: ServerProcess | undefined

  constructor(dataDir: string, port: number, env: NodeJS.ProcessEnv) {
    this.dataDir = dataDir
    this.url = `http://127.0.0.1:${port}`
    this.env = { ...env, PORT: String(port) }
  }

  async start(): Promise<void> {
    this.server = await startServer(this.dataDir, 'serve', this.env)
  }

  async kill(): Promise<void> {
    const { server } = this
    this.server = undefined
    await server?.kill()
  }

  signal(signal: NodeJS.Signals): void {
    if (this.server) process.kill(this.server.pid, signal)
  }

  /** Runs a command of the program on this node's data. */
  run(...args: string[]) {
    return startCommand(this.dataDir, args, this.env).ended
  }

  /** The role that /healthz reports; undefined if nobody answers. */
  async role(): Promise<string | undefined> {
    const answer = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
    return ((await answer?.json().catch(() => undefined)) as { role?: string } | undefined)?.role
  }
}

export interface TestHall {
  nodes: HallNode[]
  nats: NatsNode[]
  natsUrl: string
  folder: string
  /** Waits until a node leads, other than `not`. */
  leader(not?: HallNode): Promise<HallNode>
  /** Waits until all copies equal the leader's, and expects them to be the same. */
  expectSame(): Promise<void>
}

/** Starts a hall of `count` servers on `natsCount` NATS servers; the first server's data begins it. */
export async function startHall(count: number, natsCount: 1 | 3, env: NodeJS.ProcessEnv = {}): Promise<TestHall> {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-cluster-'))
  const { nodes: nats, url: natsUrl } = await startNats(folder, natsCount)
  const ports = await freePorts(count)
  const nodes = ports.map(
    (port, n) =>
      new HallNode(join(folder, `node-${n}`), port, {
        CLUSTER_URL: natsUrl,
        CLUSTER_NODE: `node-${n}`,
        SECRETS_KEY_FILE: join(folder, 'secrets.key'),
        ...env,
      }),
  )
  afterThisTest(async () => {
    for (const node of nodes) await node.kill()
    for (const server of nats) await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const [first] = nodes
  if (!first) throw new Error('A hall needs a server')
  // JetStream elects its leader a moment after the servers are ready.
  await expect
    .poll(async () => (await first.run('cluster', 'init', '--replicas', String(natsCount))).output, { timeout: 60_000 })
    .toContain('Created the hall')
  for (const node of nodes) await node.start()

  const leader = async (not?: HallNode) => {
    let found: HallNode | undefined
    await expect
      .poll(
        async () => {
          for (const node of nodes) if (node !== not && node.server && (await node.role()) === 'leader') found = node
          return found !== undefined
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true)
    return found as HallNode
  }
  return {
    nodes,
    nats,
    natsUrl,
    folder,
    leader,
    expectSame: async () => {
      const node = await leader()
      await expect
        .poll(async () => (await node.run('cluster', 'verify')).output, { timeout: 60_000 })
        .toContain(`All ${nodes.filter(({ server }) => server).length} copies are equal`)
    },
  }
}
