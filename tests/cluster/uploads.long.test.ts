import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { UploadCopy } from '#server/cluster/uploads.ts'
import { deleteFile, moveStored, storeFile, writeStored } from '#server/platform/files.ts'
import { createLogger } from '#server/platform/log.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { type NatsNode, startNats } from '#tests/support/nats.ts'

let hall: Hall
let nats: NatsNode
let dataDir = ''
let copy: UploadCopy

const pathOf = (name: string) => join(dataDir, 'uploads', name)
const contentOf = (name: string) => (existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : undefined)
const lead = (withoutQuorum: 'wait' | 'local', changed = () => {}) =>
  copy.lead({ changed, withoutQuorum, refusal: () => undefined })
const inNats = async () => (await hall.uploads.list()).map(({ name }) => name)
const store = (name: string) => hall.uploads.putBlob({ name }, Buffer.from(`content of ${name}`))

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-uploads-'))
  const { nodes, url } = await startNats(folder, 1)
  nats = nodes[0] as NatsNode
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const servers = [url.replace('nats://', '')]
  hall = await createHall({ ...none, servers, name: 'hall', node: 'a', withoutQuorum: 'wait' }, 1)
  dataDir = join(folder, 'standby')
  mkdirSync(pathOf('images'), { recursive: true })
  copy = new UploadCopy(hall, dataDir, createLogger('silent'))
  afterThisTest(async () => {
    await hall.connection.close()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  })
})

describe('a server’s uploads', () => {
  it('are deleted when the leader has deleted them, but not because NATS lacks them', async () => {
    for (const name of ['images/kept.png', 'images/deleted.png', 'images/lost.png']) writeFileSync(pathOf(name), 'x')
    await store('images/kept.png')
    await store('images/deleted.png')
    await hall.uploads.delete('images/deleted.png')
    await copy.update()
    expect(contentOf('images/kept.png')).toBe('x')
    expect(contentOf('images/lost.png')).toBe('x')
    expect(contentOf('images/deleted.png')).toBeUndefined()
  })

  it('are stored by a leader if NATS lacks them, unless they were deleted', async () => {
    for (const name of ['images/lost.png', 'images/deleted.png']) writeFileSync(pathOf(name), 'x')
    await store('images/deleted.png')
    await hall.uploads.delete('images/deleted.png')
    let changes = 0
    lead('wait', () => changes++)
    await copy.update()
    expect((await hall.uploads.list()).map(({ name }) => name)).toEqual(['images/lost.png'])
    expect(changes).toBe(1)
  })

  it('are in the object store once the leader has taken over those of another process', async () => {
    let changes = 0
    lead('wait', () => changes++)
    await copy.update()
    const [incoming, images] = ['incoming', 'images'].map(pathOf) as [string, string]
    await writeStored(incoming, 'read.png', Buffer.from('pixels'))
    expect(await hall.uploads.list()).toEqual([])
    await moveStored(join(incoming, 'read.png'), images)
    expect((await hall.uploads.list()).map(({ name }) => name)).toEqual(['images/read.png'])
    expect([contentOf('images/read.png'), contentOf('incoming/read.png'), changes]).toEqual(['pixels', undefined, 1])
    rmSync(pathOf('images/read.png'))
    await copy.update()
    expect(contentOf('images/read.png')).toBe('pixels')
  })

  it('are copied except for one with a gap, and completely once it is stored again', async () => {
    const { nuid } = await store('images/gap.png')
    const { uploads } = hall.names
    await hall.manager.streams.purge(`OBJ_${uploads}`, { filter: `$O.${uploads}.C.${nuid}` })
    await store('images/good.png')
    let isDone = false
    const done = copy.update().then(() => {
      isDone = true
    })
    // Stored while the copy waits for the gap.
    await store('images/later.png')
    void copy.update()
    for (const name of ['images/good.png', 'images/later.png'])
      await expect.poll(() => contentOf(name), { timeout: 60_000 }).toBe(`content of ${name}`)
    expect(isDone).toBe(false)
    expect(contentOf('images/gap.png')).toBeUndefined()
    await store('images/gap.png')
    await done
    expect(contentOf('images/gap.png')).toBe('content of images/gap.png')
  })

  it('are refused without NATS, and nothing of them remains', async () => {
    lead('wait')
    await copy.update()
    await nats.pause()
    await expect(storeFile(pathOf('images'), 'refused.png', Buffer.from('x'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(contentOf('images/refused.png')).toBeUndefined()
    nats.signal('SIGCONT')
    await storeFile(pathOf('images'), 'accepted.png', Buffer.from('x'))
    await expect.poll(inNats).toEqual(['images/accepted.png'])
  })

  it('are stored locally and shared later by a leader that continues without NATS', async () => {
    lead('local')
    await copy.update()
    await nats.pause()
    await storeFile(pathOf('images'), 'local.png', Buffer.from('x'))
    expect(contentOf('images/local.png')).toBe('x')
    nats.signal('SIGCONT')
    await expect.poll(inNats).toEqual(['images/local.png'])
  })

  it('stay deleted if they were deleted while NATS was paused', async () => {
    lead('wait')
    await storeFile(pathOf('images'), 'erased.png', Buffer.from('x'))
    await nats.pause()
    await deleteFile(pathOf('images'), 'erased.png')
    nats.signal('SIGCONT')
    await expect.poll(inNats).toEqual([])
    await copy.update()
    expect(contentOf('images/erased.png')).toBeUndefined()
  })
})
