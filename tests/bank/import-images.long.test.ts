import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importRepo } from '#server/features/bank/import/import.repo.ts'
import { deleteIncoming } from '#server/features/bank/import/import.ts'
import { deleteOldImports } from '#server/features/bank/import/undo.ts'
import { imageFolder, incomingFolder, shareFiles } from '#server/platform/files.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { png } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** A question of a GIFT file with an image of its own. */
const withImage = (number: number) => {
  const address = `data:image/png;base64,${png(40 + number, 30).toString('base64')}`.replace(/[:=]/g, '\\$&')
  return `::Q${number}::[html]<p>What is ${number}?</p><img src\\="${address}">{=A ~B}`
}
const withImages = (count: number) => Array.from({ length: count }, (_, number) => withImage(number)).join('\n\n')

async function upload(world: World, text: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([text]), 'questions')
  const { status, body } = await world.rest('POST', '/bank/import', { as: world.admin, raw: form })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body as { importId: string; items: { status: string; question: { questionImageUrl: string } }[] }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
    : []

async function aServer() {
  const world = await createWorld()
  const { dataDir } = world.platform.config
  return { world, images: imageFolder(dataDir), incoming: incomingFolder(dataDir) }
}

describe('the images of a question file', () => {
  it('are shared with the cluster before the questions that show them can be read', async () => {
    const { world, images } = await aServer()
    const shared: { name: string; bytes: number; rows: number }[] = []
    const { bankImports } = world.call(world.admin)
    shareFiles({
      stored: async (folder, name, bytes) => {
        expect(folder).toBe(images)
        const [row] = await importRepo(world.platform.db.read).inState('reading')
        const rows = (await bankImports.items({ id: row?.id ?? '' })).items.length
        shared.push({ name, bytes: bytes.length, rows })
      },
      deleted: async () => {},
    })
    afterThisTest(async () => shareFiles({ stored: async () => {}, deleted: async () => {} }))
    const { items } = await upload(world, withImages(2))
    expect(items.map(({ status }) => status)).toEqual(['taken', 'taken'])
    expect(shared.map(({ name }) => `/images/${name}`)).toEqual(items.map(({ question }) => question.questionImageUrl))
    expect(shared.map(({ rows }) => rows)).toEqual([0, 0])
    expect(shared.map(({ bytes }) => bytes)).toEqual([png(40, 30).length, png(41, 30).length])
    expect(filesIn(images).sort()).toEqual(shared.map(({ name }) => name).sort())
  })

  it('are deleted when reading is cancelled', async () => {
    const { world, images, incoming } = await aServer()
    const { importId: id } = await upload(world, withImages(99), { wait: 'false' })
    await expect.poll(() => filesIn(images).length + filesIn(incoming).length, { interval: 5 }).toBeGreaterThan(20)
    const { bankImports } = world.call(world.admin)
    await bankImports.cancel({ id })
    await expect.poll(async () => (await bankImports.get({ id })).import.state).toBe('failed')
    expect((await bankImports.get({ id })).import.error).toBe('The import was cancelled')
    await expect.poll(() => [...filesIn(images), ...filesIn(incoming)]).toEqual([])
  })

  it('are deleted later if the server stopped while it read the file', async () => {
    const { world, incoming } = await aServer()
    const folder = join(incoming, 'left-behind.images')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'image.png'), 'pixels')
    const age = (hours: number) =>
      utimesSync(folder, ...([0, 0].map(() => world.clock.now() / 1_000 - hours * 3_600) as [number, number]))
    age(0)
    await deleteIncoming(world.platform)
    expect(filesIn(incoming)).toEqual(['image.png'])
    age(2)
    await deleteIncoming(world.platform)
    expect(readdirSync(incoming)).toEqual([])
  })
})

describe('images that another import shows', () => {
  it.each(['confirmed', 'discarded', 'expired'])('stay while it waits, when theirs is %s', async (how) => {
    const { world, images } = await aServer()
    const { bankImports } = world.call(world.admin)
    const { importId: id, items } = await upload(world, withImages(2))
    const [shown = '', other = ''] = items.map(({ question }) => question.questionImageUrl.replace('/images/', ''))
    expect(other).toMatch(/png$/)
    if (how === 'expired') world.clock.advance(91 * 86_400_000)
    const json = [{ question: 'Which?', options: ['a', 'b'], answer: 'a', questionImageUrl: `/images/${shown}` }]
    const { importId: waiting, items: read } = await upload(world, JSON.stringify(json))
    expect(read[0]?.question.questionImageUrl).toBe(`/images/${shown}`)
    if (how === 'confirmed') await bankImports.confirm({ id })
    if (how === 'expired') await deleteOldImports(world.platform)
    else await bankImports.undo({ id })
    expect(filesIn(images)).toEqual([shown])
    await bankImports.confirm({ id: waiting })
    await bankImports.undo({ id: waiting })
    expect(filesIn(images)).toEqual([shown])
  })
})
