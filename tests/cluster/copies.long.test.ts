import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { freePorts } from '#tests/support/nats.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api, startCommand } from '#tests/support/process.ts'
import { startHall } from './hall.ts'
import { HallNode } from './hall-node.ts'

describe('copies', () => {
  it('replaces a standby’s copy with a snapshot when a page changed on its disk', async () => {
    const hall = await startHall(2, 1)
    const leader = await hall.leader()
    const standby = hall.nodes.find((node) => node !== leader) as HallNode
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())
    await hall.expectSame()
    const file = openSync(join(standby.dataDir, 'examhall.db'), 'r+')
    const page = Buffer.alloc(100)
    readSync(file, page, 0, 100, 4_096 * 9 + 300)
    writeSync(file, Buffer.from(page.map((byte) => byte ^ 0xff)), 0, 100, 4_096 * 9 + 300)
    await expect.poll(() => standby.server?.output(), { timeout: 60_000 }).toContain('has changed on disk')
    await expect.poll(() => standby.role(), { timeout: 60_000 }).toBe('standby')
    await hall.expectSame()
  })

  it('lets an empty server join, keeps foreign data unless told to replace it, and brings uploads', async () => {
    const hall = await startHall(1, 1)
    const leader = await hall.leader()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    for (let n = 0; n < 3; n++) await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())
    const upload = async () => {
      const body = new FormData()
      const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      body.append('file', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png')
      const sent = await fetch(`${leader.url}/api/tests/upload-image`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}` },
        body,
      })
      return String(((await sent.json()) as { imageUrl: string }).imageUrl)
        .split('/')
        .at(-1) as string
    }
    const before = await upload()

    const [port = 0] = await freePorts(1)
    const node = new HallNode(join(hall.folder, 'late'), port, { ...leader.env, CLUSTER_NODE: 'late' })
    hall.nodes.push(node)
    // Data of another installation.
    const alone = startCommand(node.dataDir, ['create-admin', '--email', 'other@example.edu'])
    expect((await alone.ended).code).toBe(0)
    expect((await node.run('serve')).output).toContain('examhall cluster join --replace')
    expect((await node.run('cluster', 'join')).output).toContain('To move it aside')
    const [images, foreign] = [join(node.dataDir, 'uploads/images'), `${'f'.repeat(32)}.png`]
    mkdirSync(images, { recursive: true })
    writeFileSync(join(images, foreign), 'foreign')
    const replaced = (await node.run('cluster', 'join', '--replace')).output
    const aside = /previous data is kept in (\S*replaced-\S*)/.exec(replaced)?.[1] ?? ''
    expect(readFileSync(join(aside, 'uploads/images', foreign), 'utf8')).toBe('foreign')
    await node.start()
    await hall.expectSame()
    await expect.poll(() => existsSync(images) && readdirSync(images)).toContain(before)
    const after = await upload()
    await expect.poll(() => readdirSync(images)).toContain(after)
    const original = join(leader.dataDir, 'uploads/images', after)
    expect(readFileSync(join(images, after)).equals(readFileSync(original))).toBe(true)
  })

  it('refuses commands that would write past the log', async () => {
    const hall = await startHall(1, 1)
    const leader = await hall.leader()
    const { code, output } = await leader.run('create-admin', '--email', 'second@example.edu')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('belongs to a cluster') })
    expect((await leader.run('restore', '/tmp/none.tar.gz')).output).toContain('belongs to a cluster')
  })
})
