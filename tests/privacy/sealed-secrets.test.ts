import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { totpSecrets } from '#drizzle/schema/auth.ts'
import { webhooks } from '#drizzle/schema/integrations.ts'
import { openVault } from '#server/platform/vault/vault.ts'
import { createWorld } from '#tests/support/world.ts'

/** The owner with two-step sign-in and a webhook. */
async function secretive() {
  const world = await createWorld()
  const { platform, clock } = world
  const password = platform.config.masterAdmin.password ?? ''
  const token = await world.tokenOf(world.admin)
  const ask = (method: string, path: string, body: object) => world.rest(method, path, { token, body })
  const totp = (await ask('POST', '/auth/two-step', { password })).body.secret as string
  const code = () => new TOTP({ secret: Secret.fromBase32(totp) }).generate({ timestamp: clock.now() })
  const { recoveryCodes } = (await ask('PUT', '/auth/two-step', { code: code() })).body
  const hook = { url: 'https://erp.example.edu/hooks', events: ['attempt.submitted'] }
  const { secret } = (await ask('POST', '/integrations/webhooks', hook)).body
  clock.advance(60_000)
  const signIn = (code: string) =>
    world.rest('POST', '/auth/login', { body: { email: world.admin.email, password, code } })
  const { dataDir, secretsKeyFile } = platform.config
  const bytes = () =>
    Buffer.concat(
      ['examhall.db', 'examhall.db-wal']
        .map((name) => join(dataDir, name))
        .filter(existsSync)
        .map((name) => readFileSync(name)),
    )
  return { world, platform, totp, code, secret: secret as string, recoveryCodes, signIn, bytes, secretsKeyFile }
}

describe('secrets in the database', () => {
  it('are sealed, and neither they nor the key can be found in the database', async () => {
    const { platform, totp, code, secret, signIn, bytes, secretsKeyFile } = await secretive()
    expect(bytes().includes(totp)).toBe(false)
    expect(bytes().includes(secret.slice('whsec_'.length))).toBe(false)
    expect((await signIn(code())).status).toBe(200)
    expect(statSync(secretsKeyFile).mode & 0o777).toBe(0o600)
    const key = readFileSync(secretsKeyFile, 'utf8').trim()
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(bytes().includes(key)).toBe(false)
    const again = await openVault(platform.db, secretsKeyFile)
    expect(again.unreadable).toBe(0)
  })

  it('are sealed at start if an older version stored them as plain text, leaving no trace', async () => {
    const { world, platform, totp, code, signIn, bytes, secretsKeyFile } = await secretive()
    await platform.db.write((tx) => tx.update(totpSecrets).set({ secret: totp }))
    expect(bytes().includes(totp)).toBe(true)
    await openVault(platform.db, secretsKeyFile)
    expect(bytes().includes(totp)).toBe(false)
    world.clock.advance(60_000)
    expect((await signIn(code())).status).toBe(200)
  })

  it('cannot be opened in a different row, or after a change', async () => {
    const { world, platform, code, signIn } = await secretive()
    const [row] = await platform.db.read.select().from(totpSecrets)
    const secret = row?.secret ?? ''
    const other = (await world.college()).admin
    expect(platform.vault.open(secret, world.admin.id)).toBeDefined()
    expect(platform.vault.open(secret, other.id)).toBeUndefined()
    const changed = secret.slice(0, -3) + (secret.at(-3) === 'A' ? 'B' : 'A') + secret.slice(-2)
    await platform.db.write((tx) =>
      tx.update(totpSecrets).set({ secret: changed }).where(eq(totpSecrets.userId, world.admin.id)),
    )
    expect((await signIn(code())).status).toBe(400)
  })

  it('are reported if sealed with a different key, while recovery codes and new secrets work', async () => {
    const { world, platform, code, signIn, recoveryCodes, secretsKeyFile } = await secretive()
    rmSync(secretsKeyFile)
    const { vault, unreadable } = await openVault(platform.db, secretsKeyFile)
    expect(unreadable).toBe(2)
    platform.vault = vault
    const refused = await signIn(code())
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'code'])
    expect(refused.body.errors[0].message).toContain('Use a recovery code')
    expect((await signIn(recoveryCodes[0])).status).toBe(200)

    const [webhook] = await platform.db.read.select().from(webhooks)
    const { secret } = await world.call(world.admin).integrations.webhooks.renewSecret({ id: webhook?.id ?? '' })
    const [renewed] = await platform.db.read.select().from(webhooks)
    expect(vault.open(renewed?.secret ?? '', renewed?.id ?? '')).toBe(secret)
  })

  it('need a 32-byte key', async () => {
    const { platform, secretsKeyFile } = await secretive()
    writeFileSync(secretsKeyFile, 'too short')
    await expect(openVault(platform.db, secretsKeyFile)).rejects.toThrow(
      'SECRETS_KEY_FILE accepts a file with 32 bytes',
    )
  })
})
