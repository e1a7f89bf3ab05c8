import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'
import { studentRow, studentsBook, upload } from './sheets.ts'

describe('an upload’s progress', () => {
  it('goes from waiting through reading and saving to done, is visible only to its college, and expires', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const other = await world.college()
    const progress = async (as = admin) =>
      (await world.rest('GET', '/college/users/bulk-upload/first/progress', { as })).body
    const waiting = { phase: 'waiting', done: 0, total: 0 }
    expect(await progress()).toEqual(waiting)

    const seen: { phase: string; done: number }[] = []
    let over = false
    const uploading = upload(world, studentsBook(...Array.from({ length: 900 }, (_, n) => studentRow(n))), {
      as: admin,
      uploadId: 'first',
    }).finally(() => {
      over = true
    })
    while (!over) seen.push(await progress())
    expect((await uploading).body.successful).toBe(900)
    const phases = seen.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])
    expect(['waiting', 'reading', 'saving', 'done'].join(' ')).toContain(phases.join(' '))
    expect(phases).toContain('reading')
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(await progress()).toEqual({ phase: 'done', done: 900, total: 900 })
    expect(await progress(other.admin)).toEqual(waiting)
    world.clock.advance(6 * 60_000)
    expect(await progress()).toEqual(waiting)
  })

  it('returns to waiting when the file is refused', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    expect((await upload(world, Buffer.from('Name\n'), { as: admin, uploadId: 'bad' })).status).toBe(415)
    expect(await world.call(admin).members.bulk.progress({ uploadId: 'bad' })).toEqual({
      phase: 'waiting',
      done: 0,
      total: 0,
    })
  })
})
