import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { prepareNode } from '#server/cluster/node.ts'
import { EndRecord, type Position, start, writeMembership } from '#server/cluster/position.ts'
import { storeSnapshot } from '#server/cluster/snapshots.ts'
import type { ClusterConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/log.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { testConfig } from '#tests/support/config.ts'
import { startNats } from '#tests/support/nats.ts'

let hall: Hall
let cluster: ClusterConfig
let dataDir = ''

const file = () => join(dataDir, 'examhall.db')
const snapshotAt = (sequence: number) => storeSnapshot(hall, openSync(file(), 'r'), 4, { ...start, sequence })
const aside = () => readdirSync(dataDir).filter((name) => name.startsWith('ahead-'))
const prepare = async () => {
  const { hall: own } = await prepareNode(testConfig(dataDir), cluster, createLogger('silent'))
  await own.connection.close()
}
const joinAt = (position: Position) => writeMembership(dataDir, { ...position, hall: 'id', isIncomplete: false })

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-node-'))
  const { nodes, url } = await startNats(folder, 1)
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  cluster = { ...none, servers: [url.replace('nats://', '')], name: 'hall', node: 'a', withoutQuorum: 'wait' }
  hall = await createHall(cluster, 1)
  await hall.state.put('hall', JSON.stringify({ id: 'id' }))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(file(), 'data')
  afterThisTest(async () => {
    await hall.connection.close()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  })
})

describe('a server that starts', () => {
  it('moves data aside that goes further than the log, although its position does not', async () => {
    await snapshotAt(0)
    await joinAt(start)
    new EndRecord(dataDir, 'id').note({ ...start, sequence: 5 })
    await prepare()
    expect(aside()).toHaveLength(1)
    expect(readdirSync(join(dataDir, aside()[0] ?? ''))).toEqual(['examhall.db', 'examhall.db-end'])
    expect(existsSync(`${file()}-end`)).toBe(false)
  })

  it('ignores how far its data went in another hall', async () => {
    await snapshotAt(0)
    await joinAt(start)
    new EndRecord(dataDir, 'other').note({ ...start, sequence: 5 })
    await prepare()
    expect(aside()).toEqual([])
  })

  it('moves its data aside only once while it waits for a snapshot', async () => {
    await snapshotAt(40)
    await joinAt({ ...start, sequence: 50 })
    writeFileSync(join(dataDir, 'other'), 'data')
    const began = performance.now()
    const prepared = prepare()
    await expect.poll(aside).toHaveLength(1)
    // Several attempts.
    await expect.poll(() => performance.now() - began).toBeGreaterThan(4_000)
    expect(aside()).toHaveLength(1)
    await storeSnapshot(hall, openSync(join(dataDir, 'other'), 'r'), 4, start)
    await prepared
    expect(aside()).toHaveLength(1)
  })
})
