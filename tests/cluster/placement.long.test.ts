import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHall, leadElsewhere } from '#server/cluster/hall.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { startNats } from '#tests/support/nats.ts'

it('moves the log and the lease to other NATS servers, and leaves those that are elsewhere', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-placement-'))
  const { nodes, url } = await startNats(folder, 3)
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const servers = url.replace('nats://', '').split(',')
  const create = () => createHall({ ...none, servers, name: 'hall', node: 'a', withoutQuorum: 'wait' }, 3)
  // JetStream elects its leader a moment after the servers are ready.
  await expect.poll(async () => (await create()).connection.close(), { timeout: 30_000 }).toBeUndefined()
  const hall = await create()
  afterThisTest(async () => {
    await hall.connection.close()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  })
  const streams = [hall.names.stream, `KV_${hall.names.state}`]
  const leaderOf = async (stream: string) => (await hall.manager.streams.info(stream)).cluster?.leader
  const leaders = () => Promise.all(streams.map((stream) => leaderOf(stream).catch(() => undefined)))
  for (const server of ['n0', 'n1', 'n2']) {
    const others = ['n0', 'n1', 'n2'].filter((one) => one !== server)
    await expect
      .poll(
        async () => {
          await leadElsewhere(hall, server, (move) => move()).catch(() => {})
          return (await leaders()).every((leader) => leader !== undefined && others.includes(leader))
        },
        { timeout: 20_000 },
      )
      .toBe(true)
  }
  const before = await leaders()
  await leadElsewhere(hall, 'n2', (move) => move())
  expect(await leaders()).toEqual(before)
})
