import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

describe('a table watcher', () => {
  it('reports changed rows, including cascades, before acknowledging the commit', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const heard: string[] = []
    await world.tokenOf(student)
    world.platform.db.watch('users', (ids) => heard.push(...[...ids].map((id) => `user ${id}`)))
    world.platform.db.watch('sessions', (ids) => heard.push(`${ids.size} session`))
    await world.call(college.admin).members.update({ ...(await member()), name: 'Another Name' })
    expect(heard).toEqual([`user ${student.id}`])
    heard.length = 0
    await world.call(college.admin).members.delete({ id: student.id })
    expect(heard.sort()).toEqual(['1 session', `user ${student.id}`])

    async function member() {
      const { user } = await world.call(college.admin).members.get({ id: student.id })
      const { id, name, email, idNumber, branch, batch, section } = user
      return { id, name, email, idNumber: idNumber ?? '', branch, batch, section, role: 'student' as const }
    }
  })
})

describe('a session cached in memory', () => {
  async function aStudent() {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const token = await world.tokenOf(student)
    const me = () => world.rest('GET', '/auth/me', { token })
    expect((await me()).status).toBe(200)
    return { world, college, student, token, me }
  }

  it('has ended when the sign-out call returns', async () => {
    const { world, token, me } = await aStudent()
    await world.rest('POST', '/auth/logout', { token })
    expect((await me()).status).toBe(401)
  })

  it('has ended when the call that deactivates or deletes its user returns', async () => {
    const { world, college, student, me } = await aStudent()
    const other = await world.student(college)
    const token = await world.tokenOf(other)
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(200)
    await world.call(college.admin).members.toggleStatus({ id: student.id })
    expect((await me()).status).toBe(401)
    await world.call(college.admin).members.delete({ id: other.id })
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
  })

  it('has ended when the call that deactivates its college returns', async () => {
    const { world, college, me } = await aStudent()
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    expect((await me()).status).toBe(401)
  })

  it('returns its user’s current data', async () => {
    const { world, college, student, me } = await aStudent()
    const { user } = await world.call(college.admin).members.get({ id: student.id })
    const { id, email, idNumber, branch, batch, section } = user
    const form = { id, name: 'Another Name', email, idNumber: idNumber ?? '', branch, batch, section }
    await world.call(college.admin).members.update({ ...form, role: 'student' })
    expect((await me()).body.user.name).toBe('Another Name')
  })

  it('ends when it expires', async () => {
    const { world, me } = await aStudent()
    world.clock.advance(12 * 3_600_000 + 1)
    expect((await me()).status).toBe(401)
  })
})
