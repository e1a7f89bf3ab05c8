import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts, type NatsNode, startNats } from '#tests/support/nats.ts'
import { HallNode } from './hall-node.ts'

export interface TestHall {
  nodes: HallNode[]
  nats: NatsNode[]
  natsUrl: string
  folder: string
  /** Waits until a node other than `not` leads. */
  leader(not?: HallNode): Promise<HallNode>
  /** Waits until all copies have caught up with the leader's, and checks that they are equal. */
  expectSame(): Promise<void>
}

/**
 * Starts a hall of `count` servers on `natsCount` NATS servers, from the first server's data.
 * @param dataDirs of the first servers, if not in the hall's own folder
 */
export async function startHall(
  count: number,
  natsCount: 1 | 3,
  env: NodeJS.ProcessEnv = {},
  dataDirs: readonly string[] = [],
): Promise<TestHall> {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-cluster-'))
  const { nodes: nats, url: natsUrl } = await startNats(folder, natsCount)
  const ports = await freePorts(count)
  const nodes = ports.map(
    (port, n) =>
      new HallNode(dataDirs[n] ?? join(folder, `node-${n}`), port, {
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
