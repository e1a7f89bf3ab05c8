/**
 * Measures acknowledged one-answer saves of a single server and of a cluster with three NATS servers and a standby, all
 * on this machine: as fast as possible in turn, and at 1,300 saves a second with the bytes that each adds to the log.
 *     npm run load:cluster-saves
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HallNode } from '#tests/cluster/hall-node.ts'
import { freePorts, startNats } from '#tests/support/nats.ts'
import { startServer } from '#tests/support/process.ts'
import { connections, measureSaves, prepareSavers, seconds } from './savers.ts'

const rounds = 3
const rate = 1_300

const folder = mkdtempSync(join(tmpdir(), 'examhall-load-'))
const alone = join(folder, 'alone')
const { testId, savers } = await prepareSavers(alone)
const path = `/api/tests/${testId}/answers`
const { nodes: nats, url: natsUrl } = await startNats(folder, 3)
const nodes = (await freePorts(2)).map((port, n) => {
  const env = { CLUSTER_URL: natsUrl, CLUSTER_NODE: `node-${n}`, SECRETS_KEY_FILE: join(alone, 'secrets.key') }
  return new HallNode(join(folder, `node-${n}`), port, env)
})
const [first] = nodes as [HallNode]
cpSync(alone, first.dataDir, { recursive: true })
while ((await first.run('cluster', 'init')).code !== 0) await new Promise((resolve) => setTimeout(resolve, 500))
for (const node of nodes) await node.start()
const single = await startServer(alone)
while ((await first.role()) !== 'leader') await new Promise((resolve) => setTimeout(resolve, 100))

const logged = async () => {
  const text = await (await fetch(`${first.url}/metrics`)).text()
  return Number(/^examhall_cluster_log_bytes_total (\d+)/m.exec(text)?.[1])
}
try {
  console.log(`${connections} connections, ${seconds} s per turn, one answer per save\n`)
  console.log('turn      single saves/s   p99 ms   cluster saves/s   p99 ms   ratio')
  for (let round = 1; round <= rounds; round++) {
    const own = await measureSaves(single.url, path, savers)
    const shared = await measureSaves(first.url, path, savers)
    const cells = [own.perSecond.toFixed(0).padStart(19), String(own.p99).padStart(8)]
    cells.push(shared.perSecond.toFixed(0).padStart(17), String(shared.p99).padStart(8))
    console.log(String(round).padEnd(4), ...cells, (shared.perSecond / own.perSecond).toFixed(2).padStart(7))
  }
  const before = await logged()
  const steady = await measureSaves(first.url, path, savers, rate)
  const bytes = ((await logged()) - before) / (steady.perSecond * seconds)
  console.log(
    `\nat ${steady.perSecond.toFixed(0)} saves/s: p50 ${steady.p50} ms, p99 ${steady.p99} ms, ${bytes.toFixed(0)} bytes of log per save`,
  )
} finally {
  await single.kill()
  for (const node of nodes) await node.kill()
  for (const server of nats) await server.kill()
  rmSync(folder, { recursive: true })
}
