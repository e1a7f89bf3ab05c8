import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

const to = { batch: '2028', branch: 'ECE', section: 'B' }

async function aCollege(groupChanges?: 'approve') {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { batch: '2027', branch: 'CSE', section: 'A' })
  if (groupChanges) await world.rest('PUT', '/college/settings', { as: college.admin, body: { groupChanges } })
  const from = { batch: '2027', branch: 'CSE', section: 'A' }
  const ask = async (body: object = to) => (await world.rest('PUT', '/auth/profile', { as: student, body })).body
  const office = world.call(college.admin)
  return { world, college, student, from, ask, office }
}

describe('a college where students may change their groups', () => {
  it('has the default setting, which can be changed over REST', async () => {
    const { world, college } = await aCollege()
    const settings = (body?: object) =>
      world.rest(body ? 'PUT' : 'GET', '/college/settings', { as: college.admin, ...(body && { body }) })
    expect((await settings()).body).toMatchObject({ groupChanges: 'free' })
    expect((await settings({ groupChanges: 'never' })).status).toBe(400)
    expect((await settings({ groupChanges: 'approve' })).body).toMatchObject({ groupChanges: 'approve' })
    expect((await settings()).body).toMatchObject({ groupChanges: 'approve' })
    const { entries } = await world.call(college.admin).audit.list({ action: 'college.update_settings' })
    expect(entries).toMatchObject([{ detail: { groupChanges: { from: 'free', to: 'approve' } } }])
  })

  it('sees each change in its audit log and on its dashboard', async () => {
    const { college, student, from, ask, office } = await aCollege()
    const answer = await ask({ ...to, phoneNumber: '98765 43210' })
    expect(answer).toMatchObject({ user: to })
    expect(answer).not.toHaveProperty('message')
    const { entries } = await office.audit.list({ action: 'account.change_group' })
    expect(entries).toMatchObject([{ actor: { id: student.id }, detail: { from, to }, college: { id: college.id } }])
    expect(await office.members.groupWork()).toMatchObject({
      requests: [],
      changes: [{ id: student.id, name: student.name, from, to }],
      totalChanges: 1,
    })
    await ask({ phoneNumber: '98765 00000' })
    expect((await office.members.groupWork()).totalChanges).toBe(1)
  })
})

describe('a college that approves group changes', () => {
  it('receives a request, and the student moves only when it is accepted', async () => {
    const { world, college, student, from, ask, office } = await aCollege('approve')
    expect(await ask({ ...to, phoneNumber: '98765 43210' })).toMatchObject({
      user: { ...from, phoneNumber: '98765 43210' },
      message: 'Sent for approval',
    })
    expect(await world.call(student).auth.groupRequest()).toMatchObject({ request: { to } })
    expect(await office.members.groupWork()).toMatchObject({
      requests: [{ id: student.id, name: student.name, from, to }],
      totalRequests: 1,
      changes: [],
    })
    await office.members.decideGroupRequest({ id: student.id, accept: true })
    expect((await world.rest('GET', '/auth/me', { as: student })).body.user).toMatchObject(to)
    expect(await office.members.groupWork()).toMatchObject({ requests: [], totalRequests: 0 })
    await expect(office.members.decideGroupRequest({ id: student.id, accept: true })).rejects.toThrow(
      'Request not found',
    )
    const { entries } = await office.audit.list({ action: 'member.accept_group_request' })
    expect(entries).toMatchObject([
      { actor: { id: college.admin.id }, subject: { id: student.id }, detail: { from, to } },
    ])
    const { notifications } = await world.call(student).notifications.inbox({})
    expect(notifications).toMatchObject([{ notification: { message: 'You are now in 2028 · ECE · B.' } }])
  })

  it('can reject a request, which notifies the student and does not move them', async () => {
    const { world, student, from, ask, office } = await aCollege('approve')
    await ask({ section: 'C' })
    await office.members.decideGroupRequest({ id: student.id, accept: false })
    expect((await world.rest('GET', '/auth/me', { as: student })).body.user).toMatchObject(from)
    expect(await world.call(student).auth.groupRequest()).toEqual({ request: null })
    const { notifications } = await world.call(student).notifications.inbox({})
    expect(notifications).toMatchObject([{ notification: { title: 'Your group change was not accepted' } }])
  })

  it('keeps only a student’s latest request, which the student can withdraw', async () => {
    const { world, student, ask, office } = await aCollege('approve')
    await ask({ section: 'B' })
    await ask({ section: 'C' })
    expect((await office.members.groupWork()).requests).toMatchObject([{ to: { section: 'C' } }])
    await world.call(student).auth.withdrawGroupRequest()
    expect((await office.members.groupWork()).totalRequests).toBe(0)
    await expect(world.call(student).auth.withdrawGroupRequest()).rejects.toThrow('Request not found')
  })

  it('can accept or reject only its own students’ requests', async () => {
    const { world, student, ask } = await aCollege('approve')
    await ask()
    const other = await world.college()
    await expect(world.call(other.admin).members.decideGroupRequest({ id: student.id, accept: true })).rejects.toThrow(
      'Request not found',
    )
  })
})
