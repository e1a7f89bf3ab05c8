import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts } from '#tests/support/nats.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api, startServer } from '#tests/support/process.ts'
import { startHall, type TestHall } from './hall.ts'
import { HallNode } from './hall-node.ts'

/** So large that a snapshot takes about a second. */
const fillingBytes = 64 * 1024 * 1024

let hall: TestHall
let leader: HallNode
let admin: string

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-filled-'))
  afterThisTest(async () => rmSync(dataDir, { recursive: true }))
  const alone = await startServer(dataDir)
  await alone.terminate()
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.exec(`create table filling (bytes blob); insert into filling values (randomblob(${fillingBytes}))`)
  db.close()
  hall = await startHall(1, 1, { LOG_LEVEL: 'info', SECRETS_KEY_FILE: join(dataDir, 'secrets.key') }, [dataDir])
  leader = await hall.leader()
  admin = await signIn(leader.url, 'admin@localhost', 'first-password')
}, 120_000)

async function createCollege() {
  expect((await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status).toBe(201)
}

/** Returns when the leader has begun to store a snapshot. */
async function beginSnapshot() {
  await createCollege()
  const connection = await connect({ servers: hall.natsUrl.replace('nats://', '') })
  const { streams } = await jetstreamManager(connection)
  const stored = async () => (await streams.info('OBJ_examhall-snapshots')).state.messages
  const before = await stored()
  await connection.request('examhall.ask.snapshot')
  await expect.poll(stored, { interval: 2, timeout: 20_000 }).toBeGreaterThan(before)
  await connection.close()
  expect(leader.printed()).not.toContain('Stored a snapshot')
}

describe('while the leader stores a snapshot', { timeout: 180_000 }, () => {
  it('stops on SIGTERM, and leads again with everything that it acknowledged', async () => {
    await beginSnapshot()
    await createCollege()
    const { server } = leader
    expect(await server?.terminate()).toBe(0)
    expect(server?.output()).toContain('The snapshot in progress was abandoned')
    await leader.kill()
    await leader.start()
    await hall.leader()
    const listed = await api(leader.url, 'GET', '/admin/colleges', admin)
    expect(listed.body.pagination.total).toBe(2)
  })

  it('lets a new server join with the earlier snapshot and the log', async () => {
    await beginSnapshot()
    const [port = 0] = await freePorts(1)
    const node = new HallNode(join(hall.folder, 'another'), port, { ...leader.env, CLUSTER_NODE: 'another' })
    afterThisTest(() => node.kill())
    hall.nodes.push(node)
    const started = node.start()
    await createCollege()
    await started
    await hall.expectSame()
  })
})
