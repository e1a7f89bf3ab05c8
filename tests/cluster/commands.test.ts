import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
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
