import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import type { Actor } from '#server/platform/platform.ts'
import { png } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

function upload(world: World, path: string, as: Actor, bytes: Buffer = png(40, 40)) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png')
  return world.rest('PUT', path, { raw: form, as })
}

const fileOf = (world: World, url: string) => join(world.platform.config.dataDir, 'uploads', url)

describe('the platform’s name', () => {
  it('appears, escaped, in the served page', async () => {
    const world = await createWorld({ platformName: 'Exams & Co' })
    const page = await (await fetch(world.url)).text()
    expect(page).toContain('<title>Exams &#38; Co</title>')
    expect(page).not.toContain('Academic System')
  })

  it('appears in emails and in the public branding call', async () => {
    const world = await createWorld({ platformName: 'Placement Cell' })
    await world.college()
    const [mail] = await world.platform.db.read.select().from(mails)
    expect(mail?.subject).toBe('Your Placement Cell account')
    expect((await world.rest('GET', '/branding')).body).toEqual({ platformName: 'Placement Cell', logoUrl: null })
  })
})

describe('logos', () => {
  it('can be replaced and removed by the owner, which deletes the old file', async () => {
    const world = await createWorld()
    const first = await upload(world, '/branding/logo', world.admin)
    expect(first.status).toBe(200)
    expect((await world.rest('GET', '/branding')).body.logoUrl).toBe(first.body.logoUrl)
    const second = await upload(world, '/branding/logo', world.admin, png(20, 20))
    expect(existsSync(fileOf(world, first.body.logoUrl))).toBe(false)
    expect((await fetch(world.url + second.body.logoUrl)).status).toBe(200)
    await world.rest('DELETE', '/branding/logo', { as: world.admin })
    expect((await world.rest('GET', '/branding')).body.logoUrl).toBeNull()
    expect(existsSync(fileOf(world, second.body.logoUrl))).toBe(false)
  })

  it('are visible only to the college’s people', async () => {
    const world = await createWorld()
    const [one, other] = [await world.college(), await world.college()]
    const student = await world.student(one)
    const { body } = await upload(world, '/college/branding/logo', one.admin)
    expect((await world.rest('GET', '/college/branding', { as: student })).body.logoUrl).toBe(body.logoUrl)
    expect((await world.rest('GET', '/college/branding', { as: other.admin })).body.logoUrl).toBeNull()
  })

  it('must be images', async () => {
    const world = await createWorld()
    const { status } = await upload(world, '/branding/logo', world.admin, Buffer.from('<svg onload="alert(1)"/>'))
    expect(status).toBe(415)
    expect((await world.rest('GET', '/branding')).body.logoUrl).toBeNull()
  })
})
