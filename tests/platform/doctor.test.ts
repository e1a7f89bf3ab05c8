import { chmodSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { examineDatabase } from '#server/cli/doctor/database.ts'
import { examineAddresses, examineDisk, examineSecrets } from '#server/cli/doctor/machine.ts'
import { openDatabase } from '#server/platform/db.ts'
import { testConfig } from '#tests/support/config.ts'
import { createWorld } from '#tests/support/world.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'examhall-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('doctor', () => {
  it('reports a missing, intact or damaged database, and a missing backup', async () => {
    const config = testConfig(dataDir)
    expect(examineDatabase(config)).toEqual([{ what: 'Database', found: 'none yet; the first start creates it' }])
    const file = join(dataDir, 'examhall.db')
    await openDatabase(file, builtParts.migrations).close()
    const [whole, backup] = examineDatabase(config)
    expect(whole?.bad).toBe(false)
    expect(whole?.found).toMatch(/^intact, \d+\.\d MB, schema \d+, journal wal$/)
    expect(backup).toEqual({ what: 'Backup', found: 'none so far', bad: true })
    truncateSync(file, 200_000)
    expect(examineDatabase(config)[0]).toMatchObject({ bad: true })
  })

  it('reports whether others can read the secrets key', async () => {
    const { platform } = await createWorld()
    expect(examineSecrets(testConfig(dataDir))).toEqual({
      what: 'Secrets',
      found: 'no key yet; the first start creates it',
    })
    expect(examineSecrets(platform.config)).toMatchObject({ bad: false })
    chmodSync(platform.config.secretsKeyFile, 0o644)
    expect(examineSecrets(platform.config)).toMatchObject({ bad: true, found: expect.stringContaining('chmod 600') })
  })

  it('measures a disk flush, and leaves nothing behind', async () => {
    const [room, flush] = await examineDisk(testConfig(dataDir))
    expect(room?.found).toMatch(/GB free/)
    expect(flush?.found).toMatch(/^[\d.]+ ms: [\d,]+ per second/)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('finds the process that uses the port, and contradictory proxy settings', async () => {
    const world = await createWorld()
    const port = Number(new URL(world.url).port)
    const examined = (fields: Partial<typeof world.platform.config>) =>
      examineAddresses(testConfig(dataDir, { publicUrl: 'https://exams.example', trustProxy: true, ...fields }))
    const badOnes = async (fields: Partial<typeof world.platform.config>) =>
      (await examined(fields)).filter(({ bad }) => bad).map(({ found }) => found)
    expect((await examined({ port }))[0]?.found).toMatch(/is in use by a running server: ok$/)
    expect(await badOnes({})).toEqual([])
    expect(await badOnes({ trustProxy: false })).toEqual([expect.stringContaining('set it to true')])
    expect(await badOnes({ host: '0.0.0.0' })).toEqual([expect.stringContaining('set HOST to 127.0.0.1')])
    expect(await badOnes({ publicUrl: 'http://exams.example' })).toEqual([expect.stringContaining('not https')])
  })
})
