import { describe, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { examPresets, relaxedRules } from '#shared/tests/exam.rules.ts'
import { aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const second = 1_000
const elsewhere = { status: 409, body: { message: 'This test is open on another device' } }
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

/** A student in a one-device test, and the calls from two devices with separate sessions. */
async function aStartedAttempt({ oneDevice = true } = {}) {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const fields = { rules: { ...relaxedRules, oneDevice } }
  const test = await world.assignedTest(college, [student], fields)
  const device = async (writer?: string) => {
    const token = await world.tokenOf(student)
    const call = (method: string, path: string, body: object = {}) =>
      world.rest(method, `/tests/${test.id}${path}`, {
        token,
        body: { ...(writer && { writer }), ...body },
        headers: { 'user-agent': chrome },
      })
    const answer = (letter: string) => [{ questionId: test.questionIds[0], selectedAnswer: letter }]
    return {
      start: () => call('POST', '/start'),
      save: (letter = 'A', fields: object = {}) => call('PUT', '/answers', { answers: answer(letter), ...fields }),
      next: () => call('POST', '/next-section', { from: 0 }),
      submit: () => call('POST', '/submit', { answers: [] }),
    }
  }
  const row = async () => {
    const { body } = await world.rest('GET', `/tests/assignment/${test.assignmentId}/live`, { as: college.admin })
    return body.students[0]
  }
  const move = () =>
    world.rest('POST', `/tests/assignment/${test.assignmentId}/move-attempt`, {
      as: college.admin,
      body: { studentId: student.id },
    })
  const later = (seconds: number) => world.clock.set(world.clock.now() + seconds * second)
  return { world, college, student, test, row, move, later, one: await device('one'), two: await device('two'), device }
}

describe('a one-device test', () => {
  it('refuses every call from a second device while the first is in use', async () => {
    const { one, two } = await aStartedAttempt()
    expect((await one.start()).status).toBe(200)
    expect(await two.start()).toMatchObject(elsewhere)
    expect(await two.save()).toMatchObject(elsewhere)
    expect(await two.save('A', { takeOver: true })).toMatchObject(elsewhere)
    expect(await two.next()).toMatchObject(elsewhere)
    expect(await two.submit()).toMatchObject(elsewhere)
    expect(await one.save()).toMatchObject({ status: 200, body: { isWriter: true } })
  })

  it('refuses a second session that copies the first one’s writer name', async () => {
    const { one, device, row } = await aStartedAttempt()
    await one.start()
    const copy = await device('one')
    expect(await copy.start()).toMatchObject(elsewhere)
    expect(await copy.save('D', { takeOver: true })).toMatchObject(elsewhere)
    expect(await copy.submit()).toMatchObject(elsewhere)
    expect(await row()).toMatchObject({ refusal: { rule: 'device' } })
    expect(await one.save()).toMatchObject({ status: 200, body: { isWriter: true } })
  })

  it('saves nothing sent by the second device', async () => {
    const { one, two } = await aStartedAttempt()
    await one.start()
    await one.save('A')
    await two.save('D')
    expect((await one.start()).body.answers).toMatchObject([{ selectedAnswer: 'A' }])
  })

  it('readmits the same tab after a reload', async () => {
    const { one } = await aStartedAttempt()
    await one.start()
    expect(await one.start()).toMatchObject({ status: 200, body: { elsewhere: false } })
  })

  it('lets a second device take over 90 s after the last save, and then locks out the first', async () => {
    const { one, two, later } = await aStartedAttempt()
    await one.start()
    later(60)
    await one.save('B')
    later(89)
    expect(await two.start()).toMatchObject(elsewhere)
    later(1)
    expect(await two.start()).toMatchObject({ status: 200, body: { answers: [{ selectedAnswer: 'B' }] } })
    expect(await one.save()).toMatchObject(elsewhere)
    later(90)
    expect(await one.save('C', { takeOver: true })).toMatchObject({ status: 200, body: { isWriter: true } })
    expect(await two.save()).toMatchObject(elsewhere)
  })

  it('counts a reload as activity', async () => {
    const { one, two, later } = await aStartedAttempt()
    await one.start()
    later(60)
    await one.start()
    later(60)
    expect(await two.start()).toMatchObject(elsewhere)
  })

  it('identifies a device by its session when the caller sends no writer', async () => {
    const { device } = await aStartedAttempt()
    const [one, two] = [await device(), await device()]
    await one.start()
    expect((await one.save()).status).toBe(200)
    expect(await two.save()).toMatchObject(elsewhere)
    expect((await one.submit()).status).toBe(200)
  })

  it('lets one device start when both press Start at the same time', async () => {
    const { one, two } = await aStartedAttempt()
    const statuses = (await Promise.all([one.start(), two.start()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('shows a refused device on the live board until it is resolved', async () => {
    const { one, two, row, move, world } = await aStartedAttempt()
    await one.start()
    expect(await row()).toMatchObject({ refusal: null })
    await two.start()
    expect((await row()).refusal).toEqual({
      rule: 'device',
      at: new Date(world.clock.now()).toISOString(),
      address: '127.0.0.1',
      device: 'Chrome on Windows',
    })
    await move()
    expect(await row()).toMatchObject({ refusal: null })
  })

  it('lets staff move an attempt, which locks out the old device and restores the answers on the new one', async () => {
    const { one, two, move, later, world, college } = await aStartedAttempt()
    await one.start()
    await one.save('B')
    expect(await two.start()).toMatchObject(elsewhere)
    expect((await move()).status).toBe(200)
    expect(await one.save()).toMatchObject(elsewhere)
    expect(await two.start()).toMatchObject({ status: 200, body: { answers: [{ selectedAnswer: 'B' }] } })
    later(120)
    expect(await one.start()).toMatchObject(elsewhere)
    await move()
    expect((await one.start()).status).toBe(200)
    const { entries } = await world.call(college.admin).audit.list({ action: 'assignment.move_attempt' })
    expect(entries).toHaveLength(2)
    expect(entries[0]?.detail).toMatchObject({ student: expect.stringContaining('Student') })
  })

  it('does not move attempts that are submitted or not started', async () => {
    const { one, move } = await aStartedAttempt()
    expect(await move()).toMatchObject({ status: 404 })
    await one.start()
    await one.submit()
    expect(await move()).toMatchObject({ status: 409 })
  })

  it('accepts a submit from every device once the attempt is auto-submitted', async () => {
    const { one, two, later, world } = await aStartedAttempt()
    await one.start()
    later(4 * 3_600)
    await submitOverdue(world.platform)
    expect((await two.submit()).status).toBe(200)
    expect((await one.submit()).status).toBe(200)
  })

  it('is part of the strict preset', () => {
    expect(examPresets.strict.oneDevice).toBe(true)
  })
})

describe('a test without the rule', () => {
  it('lets a second device continue immediately', async () => {
    const { one, two, move } = await aStartedAttempt({ oneDevice: false })
    await one.start()
    expect(await two.start()).toMatchObject({ status: 200, body: { elsewhere: true } })
    expect(await one.save()).toMatchObject({ status: 200, body: { isWriter: false } })
    expect(await one.save('B', { takeOver: true })).toMatchObject({ status: 200, body: { isWriter: true } })
    expect(await move()).toMatchObject({ status: 409 })
  })
})

describe('network limits', () => {
  const outside = (address: string) => ({
    status: 403,
    body: {
      message: `This test can be taken only on the networks your college allows. Your address is ${address}.`,
    },
  })

  /** A student behind a trusted proxy, in a test limited to these networks. */
  async function inNetworks(networks: string[]) {
    const world = await createWorld({ trustProxy: true })
    const college = await world.college()
    const student = await world.student(college)
    const test = await world.assignedTest(college, [student], { rules: { ...relaxedRules, networks } })
    const token = await world.tokenOf(student)
    const from = (address: string) => {
      const call = (method: string, path: string, body: object = {}) =>
        world.rest(method, `/tests/${test.id}${path}`, { token, body, headers: { 'x-forwarded-for': address } })
      return {
        start: () => call('POST', '/start'),
        save: () => call('PUT', '/answers', { answers: [{ questionId: test.questionIds[0], selectedAnswer: 'B' }] }),
        next: () => call('POST', '/next-section', { from: 0 }),
        submit: () => call('POST', '/submit', { answers: [] }),
      }
    }
    const board = `/tests/assignment/${test.assignmentId}`
    const row = async () => (await world.rest('GET', `${board}/live`, { as: college.admin })).body.students[0]
    const except = (allowed: boolean) =>
      world.rest('POST', `${board}/network-exception`, {
        as: college.admin,
        body: { studentId: student.id, allowed },
      })
    return { world, college, student, test, from, row, except }
  }

  it('allow every call from inside and none from outside', async () => {
    const { from, test } = await inNetworks(['10.20.0.0/16', '2001:db8::/32', '192.0.2.7'])
    const [hall, home] = [from('10.20.3.4'), from('203.0.113.9')]
    const refused = await home.start()
    expect(refused).toMatchObject(outside('203.0.113.9'))
    for (const id of test.questionIds) expect(JSON.stringify(refused.body)).not.toContain(id)
    expect((await hall.start()).status).toBe(200)
    for (const call of [home.start, home.save, home.next, home.submit])
      expect(await call()).toMatchObject(outside('203.0.113.9'))
    expect((await hall.save()).status).toBe(200)
    expect((await from('2001:db8:7::1').save()).status).toBe(200)
    expect(await from('2001:db9::1').save()).toMatchObject(outside('2001:db9::1'))
    expect((await from('192.0.2.7').save()).status).toBe(200)
    expect(await from('192.0.2.8').save()).toMatchObject(outside('192.0.2.8'))
    expect((await hall.submit()).status).toBe(200)
  })

  it('treat an IPv4-mapped IPv6 address as the IPv4 address', async () => {
    const { from } = await inNetworks(['10.20.0.0/16'])
    expect((await from('::ffff:10.20.3.4').start()).status).toBe(200)
    expect(await from('::ffff:10.21.3.4').save()).toMatchObject(outside('10.21.3.4'))
  })

  it('use the connection’s address without a trusted proxy', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const rules = { ...relaxedRules, networks: ['10.20.0.0/16'] }
    const test = await world.assignedTest(college, [student], { rules })
    const headers = { 'x-forwarded-for': '10.20.3.4' }
    expect(await world.rest('POST', `/tests/${test.id}/start`, { as: student, body: {}, headers })).toMatchObject(
      outside('127.0.0.1'),
    )
  })

  it('allow a student with an exception until it ends', async () => {
    const { from, except, row, world, college } = await inNetworks(['10.20.0.0/16'])
    const home = from('203.0.113.9')
    await home.start()
    expect(await row()).toMatchObject({ anyNetwork: false, refusal: { rule: 'network', address: '203.0.113.9' } })
    expect((await except(true)).status).toBe(200)
    expect(await row()).toMatchObject({ anyNetwork: true, refusal: null })
    expect((await home.start()).status).toBe(200)
    expect((await home.save()).status).toBe(200)
    await except(false)
    expect(await home.save()).toMatchObject(outside('203.0.113.9'))
    const { entries } = await world.call(college.admin).audit.list({ action: 'assignment.network_exception' })
    expect(entries.map(({ detail }) => detail.allowed)).toEqual([false, true])
  })

  it('keep saved answers when the student leaves the network and time runs out', async () => {
    const { from, world, student, test } = await inNetworks(['10.20.0.0/16'])
    await from('10.20.3.4').start()
    await from('10.20.3.4').save()
    expect(await from('203.0.113.9').save()).toMatchObject({ status: 403 })
    world.clock.set(world.clock.now() + 4 * 3_600 * second)
    await submitOverdue(world.platform)
    const { report } = await world.call(student).attempts.results({ id: test.id })
    expect(report.correctAnswers).toBe(1)
  })

  it('refuse exceptions for a test without networks', async () => {
    const { except } = await inNetworks([])
    expect(await except(true)).toMatchObject({ status: 409 })
  })

  it('accept at most 50 ranges, and treat a plain address as a range of one', async () => {
    const world = await createWorld()
    const create = (networks: unknown) => {
      const body = aTest(world.clock.now(), { rules: { ...relaxedRules, networks: networks as string[] } })
      return world.rest('POST', '/tests', { as: world.admin, body })
    }
    const { status, body } = await create(['10.0.0.0/8', ' 192.0.2.7 ', '2001:db8::7', '2001:db8::/32'])
    expect(status).toBe(201)
    expect(body.test.rules.networks).toEqual(['10.0.0.0/8', '192.0.2.7/32', '2001:db8::7/128', '2001:db8::/32'])
    for (const wrong of ['10.0.0.0/33', '10.0.0', 'campus', 'fe80::1%eth0/64', '', 7])
      expect(await create([wrong])).toMatchObject({ status: 400, body: { errors: [{ field: 'rules.networks.0' }] } })
    expect((await create(Array.from({ length: 51 }, (_, n) => `10.0.${n}.0/24`))).status).toBe(400)
  })

  it('are rejected for Practice, like the one-device rule', async () => {
    const world = await createWorld()
    for (const change of [{ oneDevice: true }, { networks: ['10.0.0.0/8'] }]) {
      const body = aTest(world.clock.now(), { testType: 'Practice', rules: { ...relaxedRules, ...change } })
      const field = `rules.${Object.keys(change)[0]}`
      expect(await world.rest('POST', '/tests', { as: world.admin, body })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
    }
  })
})

it('runs and submits programs only from the device in use and inside the networks', async () => {
  const world = await createWorld({ trustProxy: true })
  const college = await world.college()
  const student = await world.student(college)
  const testCases = [{ input: '1\n', expected_output: '1\n', is_sample: true }]
  const { question } = await world.call(world.admin).coding.create({ title: 'Echo', description: 'Echo.', testCases })
  const test = await world.assignedTest(college, [student], {
    hasCodingSection: true,
    codingQuestions: [{ questionId: question.id }],
    rules: { ...relaxedRules, oneDevice: true, networks: ['10.20.0.0/16'] },
  })
  const token = await world.tokenOf(student)
  const ask = (path: string, body: object, address = '10.20.3.4') =>
    world.rest('POST', path, { token, body, headers: { 'x-forwarded-for': address } })
  const { attemptId } = (await ask(`/tests/${test.id}/start`, { writer: 'one' })).body
  await ask(`/tests/${test.id}/next-section`, { writer: 'one', from: 0 })
  const form = { questionId: question.id, code: 'print(input())', language: 'python', testAttemptId: attemptId }
  for (const path of ['/coding/run', '/coding/submit']) {
    expect(await ask(path, { ...form, writer: 'two' })).toMatchObject(elsewhere)
    expect(await ask(path, form)).toMatchObject(elsewhere)
    expect(await ask(path, { ...form, writer: 'one' }, '203.0.113.9')).toMatchObject({ status: 403 })
    expect(await ask(path, { ...form, writer: 'one' })).toMatchObject({ status: 200 })
  }
})

it('leaves a section only from the device in use', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const form = aSectionedTest(world.clock.now(), { rules: examPresets.strict })
  const { id } = await world.assignedTest(college, [student], form)
  const token = await world.tokenOf(student)
  const ask = (path: string, body: object) => world.rest('POST', `/tests/${id}/${path}`, { token, body })
  const move = (writer: string) => ask('next-section', { from: 0, writer })
  await ask('start', { writer: 'one' })
  expect(await move('two')).toMatchObject(elsewhere)
  expect((await move('one')).status).toBe(200)
})
