import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { startCommand } from '#tests/support/process.ts'
import { createWorld } from '#tests/support/world.ts'
import { dataOf, makeData, readData, scratch } from './data.ts'

const run = (dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) => startCommand(dataDir, args, env).ended

/** A key pair, with the identity in a file as `age-keygen` writes it. */
async function keyPair() {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const file = join(scratch(), 'key.txt')
  writeFileSync(file, `# created: today\n# public key: ${recipient}\n${identity}\n`)
  return { file, recipient }
}

async function encryptedBackup() {
  const { file: identity, recipient } = await keyPair()
  const file = join(scratch(), 'backup.tar.gz.age')
  const { code, output } = await run(await makeData('secret', 2_000), { BACKUP_KEY: recipient }, 'backup', file)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Encrypted backup to') })
  return { file, identity }
}

describe('a backup with BACKUP_KEY', () => {
  it('can be restored only with the identity file', async () => {
    const { file, identity } = await encryptedBackup()
    const bytes = readFileSync(file)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes('examhall')).toBe(false)
    const dataDir = await makeData('before')
    const untouched = async (...args: string[]) => {
      const { code, output } = await run(dataDir, {}, 'restore', file, ...args)
      expect(code).toBe(1)
      expect(readData(dataDir)).toEqual(dataOf('before'))
      expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
      return output
    }
    expect(await untouched()).toContain('is encrypted; add --identity FILE with its key')
    expect(await untouched('--identity', join(scratch(), 'none'))).toContain('The identity file cannot be read')
    expect(await untouched('--identity', file)).toContain('The identity file contains no age key')
    expect(await untouched('--identity', (await keyPair()).file)).toContain('was encrypted for a different key')

    expect(await run(dataDir, {}, 'restore', file, '--identity', identity)).toMatchObject({ code: 0 })
    expect(readData(dataDir)).toEqual(dataOf('secret'))
    expect(existsSync(join(dataDir, 'decrypted'))).toBe(false)
  })

  it('is refused if truncated or changed', async () => {
    const { file, identity } = await encryptedBackup()
    const whole = readFileSync(file)
    const dataDir = await makeData('before')
    const refused = async () => {
      const { code, output } = await run(dataDir, {}, 'restore', file, '--identity', identity)
      expect(readData(dataDir)).toEqual(dataOf('before'))
      return [code, output]
    }
    truncateSync(file, whole.length - 1_000)
    expect(await refused()).toEqual([1, expect.stringContaining('is damaged')])
    const changed = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, changed)
    expect(await refused()).toEqual([1, expect.stringContaining('is damaged')])
  })

  it('replaces the older one, and passes drills until its file is damaged', async () => {
    const { recipient } = await keyPair()
    const dir = scratch()
    const world = await createWorld({ backups: { dir, hour: 2, keep: 1, recipient } })
    const ask = async (path: string) => {
      const { status } = await world.rest('POST', path, { as: world.admin })
      await world.platform.backupRunner.running?.ended
      expect(status).toBe(201)
      return (await world.rest('GET', '/admin/backups', { as: world.admin })).body
    }
    await ask('/admin/backups')
    world.clock.advance(60_000)
    const { lastBackup } = await ask('/admin/backups')
    expect(lastBackup).toMatchObject({ failure: null, file: expect.stringMatching(/\.tar\.gz\.age$/) })
    expect(readdirSync(dir), 'the older backup is deleted').toEqual([lastBackup.file])
    const { lastDrill } = await ask('/admin/backups/drill')
    expect(lastDrill).toMatchObject({ failure: null, detail: { rows: lastBackup.detail.rows } })
    truncateSync(join(dir, lastBackup.file), 1_000)
    expect((await ask('/admin/backups/drill')).lastDrill.failure).toContain('is not the file that was written')
  })

  it('is not created for a mistyped recipient', async () => {
    const { recipient } = await keyPair()
    const file = join(scratch(), 'backup.tar.gz')
    const wrong = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    for (const key of ['age1abc', wrong]) {
      const { code, output } = await run(await makeData('any'), { BACKUP_KEY: key }, 'backup', file)
      expect([code, output]).toEqual([1, expect.stringContaining('BACKUP_KEY accepts an age recipient')])
      expect(existsSync(file)).toBe(false)
    }
  })
})
