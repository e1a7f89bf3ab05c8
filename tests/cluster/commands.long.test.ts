import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { startNats } from '#tests/support/nats.ts'
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
