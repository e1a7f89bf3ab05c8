import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectHall, createHall, factsOf } from '#server/cluster/hall.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { type NatsNode, startNats } from '#tests/support/nats.ts'

it('a connection outlasts a wrong authorization in NATS, but a server does not start with one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-connection-'))
  const { nodes, url } = await startNats(folder, 1)
  const [nats] = nodes as [NatsNode]
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const cluster = {
    ...none,
    servers: [url.replace('nats://', '')],
    name: 'hall',
    node: 'a',
    withoutQuorum: 'wait' as const,
  }
  const hall = await createHall(cluster, 1)
  afterThisTest(async () => {
    await hall.connection.close()
    await nats.kill()
    rmSync(folder, { recursive: true })
  })
  await hall.state.put('hall', JSON.stringify({ id: 'id' }))
  const config = join(folder, 'nats-0/nats.conf')
  const right = readFileSync(config, 'utf8')
  const restart = async (text: string) => {
    await nats.kill()
    writeFileSync(config, text)
    await nats.start()
  }
  let refused = 0
  void (async () => {
    for await (const { type } of hall.connection.status()) if (type === 'error') refused++
  })()
  await restart(`${right}authorization { user: other, password: other }\n`)
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect(connectHall(cluster, { wait: true })).rejects.toThrow(/^CLUSTER_URL: .*authorization/i)
  await restart(right)
  await expect.poll(() => factsOf(hall).catch(String)).toEqual({ id: 'id' })
})
