import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager, type StreamAPI } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts } from '#tests/support/nats.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall, type TestHall } from './hall.ts'
import { HallNode } from './hall-node.ts'

/** Returns another server of a hall, not started, with its own empty data folder. */
async function anotherServer({ folder, natsUrl }: TestHall, env: NodeJS.ProcessEnv = {}): Promise<HallNode> {
  const [port = 0] = await freePorts(1)
  const dataDir = join(folder, 'another')
  mkdirSync(dataDir)
  const node = new HallNode(dataDir, port, {
    CLUSTER_URL: natsUrl,
    CLUSTER_NODE: 'another',
    SECRETS_KEY_FILE: join(folder, 'secrets.key'),
    ...env,
  })
  afterThisTest(() => node.kill())
  return node
}

const failure = (text: string) => ({ code: 1, output: expect.stringContaining(text) })

describe('a hall', () => {
  it('names CLUSTER_NAME when there is no hall of this name', async () => {
    const node = await anotherServer(await startHall(1, 1), { CLUSTER_NAME: 'misspelt' })
    const missing = failure('CLUSTER_NAME: the hall misspelt does not exist in NATS')
    expect(await node.run('serve')).toMatchObject(missing)
    for (const action of ['join', 'status', 'verify', 'step-down'])
      expect(await node.run('cluster', action)).toMatchObject(missing)
  })

  it('refuses a data folder with other data until join --replace has moved that aside', async () => {
    const hall = await startHall(1, 1)
    const node = await anotherServer(hall)
    writeFileSync(join(node.dataDir, 'examhall.db'), 'other data')
    expect(await node.run('serve')).toMatchObject(failure('DATA_DIR contains data that does not belong to the hall'))
    expect(await node.run('cluster', 'join')).toMatchObject(
      failure('To move it aside, run: examhall cluster join --replace'),
    )
    expect(await node.run('cluster', 'join', '--replace')).toMatchObject({ code: 0 })
    const [kept = ''] = readdirSync(node.dataDir).filter((name) => name.startsWith('replaced-'))
    expect(readdirSync(join(node.dataDir, kept))).toEqual(['examhall.db'])
    await node.start()
    expect(await node.role()).toBe('standby')
  })

  it('reports two servers of the same name', async () => {
    const hall = await startHall(1, 1)
    const node = await anotherServer(hall, { CLUSTER_NODE: 'node-0' })
    await node.start()
    const message = 'CLUSTER_NODE: another server of the hall is named node-0 too. Give each server its own name'
    await expect.poll(() => node.printed(), { timeout: 20_000 }).toContain(message)
    expect((await node.run('cluster', 'status')).output).toContain('! Several servers are named node-0')
    const [first] = hall.nodes
    expect(first?.printed()).not.toContain(message)
  })

  it.each([
    [
      'purged too far',
      (streams: StreamAPI) => streams.purge('examhall-log'),
      /The log in NATS begins at message \d+, but the newest snapshot ends at 0. The leader node-0 stores a newer one/,
    ],
    [
      'lost in the middle',
      (streams: StreamAPI) => streams.deleteMessage('examhall-log', 2),
      /The log in NATS contains messages 1 to \d+, but not message 2/,
    ],
  ])('gives a new server a copy without a gap when the log was %s', async (_, damage, message) => {
    const hall = await startHall(1, 1)
    const leader = await hall.leader()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    for (let n = 0; n < 3; n++)
      expect((await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status).toBe(201)
    const connection = await connect({ servers: hall.natsUrl.replace('nats://', '') })
    await damage((await jetstreamManager(connection)).streams)
    await connection.close()
    const node = await anotherServer(hall)
    hall.nodes.push(node)
    await node.start()
    expect(node.printed()).toMatch(message)
    await hall.expectSame()
  })
})
