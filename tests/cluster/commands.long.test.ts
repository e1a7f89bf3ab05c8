import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts, type NatsNode, startNats } from '#tests/support/nats.ts'
import { api, startCommand, startServer } from '#tests/support/process.ts'
import { HallNode } from './hall-node.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-cluster-commands-'))
  afterThisTest(async () => rmSync(folder, { recursive: true }))
})

describe('cluster key', () => {
  const createKey = (file: string) =>
    new HallNode(join(folder, 'data'), 1, { CLUSTER_URL: 'nats://127.0.0.1:1', CLUSTER_NKEY_FILE: file }).run(
      'cluster',
      'key',
    )

  it('says which folder is missing', async () => {
    const missing = join(folder, 'missing')
    expect(await createKey(join(missing, 'hall.nkey'))).toEqual({
      code: 1,
      output: `CLUSTER_NKEY_FILE: the folder ${missing} does not exist. Create it, then run: examhall cluster key`,
    })
  })
})

describe('the commands of a hall on two NATS addresses', () => {
  it('say that no server is running', async () => {
    const { nodes, url } = await startNats(folder, 1)
    afterThisTest(async () => {
      for (const nats of nodes) await nats.kill()
    })
    const node = new HallNode(join(folder, 'data'), 1, {
      CLUSTER_URL: `${url},${url.replace('nats://127.0.0.1', 'localhost')}`,
    })
    await expect.poll(async () => (await node.run('cluster', 'init')).output).toContain('on 1 NATS servers')
    expect(await node.run('cluster', 'status')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Log: 0 messages.*\n! No server leads$/),
    })
    expect(await node.run('cluster', 'step-down')).toEqual({ code: 1, output: 'No server leads' })
    expect(await node.run('cluster', 'verify')).toEqual({
      code: 1,
      output: 'No server leads, so nothing was compared',
    })
    expect((await node.run('doctor')).output).toContain('none is running')
  })
})

describe('cluster init beside a running server', () => {
  const email = 'admin@localhost'
  const signIn = (url: string, password: string) => api(url, 'POST', '/auth/login', undefined, { email, password })
  const dataDir = () => join(folder, 'data')
  const image = (name: string) => join(dataDir(), 'uploads/images', name)
  let nats: { nodes: NatsNode[]; url: string }

  beforeEach(async () => {
    nats = await startNats(folder, 1)
    afterThisTest(async () => {
      for (const node of nats.nodes) await node.kill()
    })
    mkdirSync(join(dataDir(), 'uploads/images'), { recursive: true })
    for (const name of ['kept', 'deleted']) writeFileSync(image(`${name}.png`), name)
  })

  it('prepares everything, waits until the server stops, and keeps what was saved and uploaded meanwhile', async () => {
    const single = await startServer(dataDir())
    const { body } = await signIn(single.url, 'first-password')
    const init = startCommand(dataDir(), ['cluster', 'init'], { CLUSTER_URL: nats.url })
    await expect.poll(init.output, { timeout: 60_000 }).toContain('Stop the Examhall server of DATA_DIR now')

    const passwords = { currentPassword: 'first-password', newPassword: 'changed-meanwhile-1' }
    expect((await api(single.url, 'PUT', '/auth/change-password', body.token, passwords)).status).toBe(200)
    writeFileSync(image('added.png'), 'added')
    rmSync(image('deleted.png'))
    await single.terminate()
    expect(await init.ended).toMatchObject({ code: 0, output: expect.stringContaining('Created the hall') })

    const [port = 0] = await freePorts(1)
    const other = new HallNode(join(folder, 'other'), port, {
      ...{ CLUSTER_URL: nats.url, CLUSTER_NODE: 'other', SECRETS_KEY_FILE: join(dataDir(), 'secrets.key') },
    })
    afterThisTest(() => other.kill())
    await other.start()
    await expect.poll(() => other.role(), { timeout: 60_000 }).toBe('leader')
    expect((await signIn(other.url, 'changed-meanwhile-1')).status).toBe(200)
    const copied = (name: string) => join(folder, 'other/uploads/images', name)
    await expect.poll(() => existsSync(copied('added.png'))).toBe(true)
    expect(readFileSync(copied('kept.png'), 'utf8')).toBe('kept')
    expect(existsSync(copied('deleted.png'))).toBe(false)
  })

  it('leaves the data to the server if it is interrupted, and can be repeated', async () => {
    const single = await startServer(dataDir())
    const init = () => startCommand(dataDir(), ['cluster', 'init'], { CLUSTER_URL: nats.url })
    const interrupted = init()
    await expect.poll(interrupted.output, { timeout: 60_000 }).toContain('Stop the Examhall server')
    interrupted.kill()
    await interrupted.ended
    expect((await signIn(single.url, 'first-password')).status).toBe(200)
    const repeated = init()
    await expect.poll(repeated.output, { timeout: 60_000 }).toContain('Stop the Examhall server')
    await single.terminate()
    expect((await repeated.ended).code).toBe(0)
  })
})
