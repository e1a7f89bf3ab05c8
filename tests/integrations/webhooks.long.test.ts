import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { webhookDeliveries } from '#drizzle/schema/integrations.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { pruneDeliveries } from '#server/features/integrations/webhooks/webhooks.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { type Received, startReceiver } from './receiver.ts'

const hour = 3_600_000
const both = ['attempt.submitted', 'assignment.accepted'] as const

const privateWorld = () => createWorld({ webhookPrivate: true })

/** Sends due calls and waits until they are settled. */
async function send(world: World) {
  const { lanes } = await world.platform.webhookSender.start()
  await Promise.all(lanes)
}

const add = (world: World, as: Actor, url: string, events: readonly (typeof both)[number][] = both) =>
  world.call(as).integrations.webhooks.create({ url, events: [...events] })

const deliveriesOf = async (world: World, as: Actor, id: string) =>
  (await world.call(as).integrations.webhooks.deliveries({ id })).deliveries

/** An independent implementation of Standard Webhooks. */
const isSigned = ({ headers, body }: Received, secret: string) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

async function submission(world: World) {
  const college = await world.college()
  const student = await world.student(college, { idNumber: 'CS-041' })
  const test = await world.assignedTest(college, [student])
  const submit = async () => {
    await world.call(student).attempts.start({ id: test.id })
    return world.call(student).attempts.submit({ id: test.id })
  }
  return { college, student, test, submit }
}

describe('a webhook', () => {
  it('is not called again while outcomes cannot be stored, and once more with the same id afterwards', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver()
    const { college, submit } = await submission(world)
    await add(world, college.admin, receiver.url, ['attempt.submitted'])
    await submit()
    const file = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'))
    file.exec('begin immediate')
    for (let n = 0; n < 3; n++) await send(world)
    expect(receiver.received).toHaveLength(1)
    file.exec('rollback')
    file.close()
    await world.platform.db.write(async () => {})
    for (let n = 0; n < 2; n++) await send(world)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('receives a submitted attempt once, signed, without answers', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver()
    const { college, student, test, submit } = await submission(world)
    const { webhook, secret } = await add(world, college.admin, receiver.url, ['attempt.submitted'])
    await submit()
    await world.call(student).attempts.submit({ id: test.id })
    await send(world)
    await send(world)
    expect(receiver.received).toHaveLength(1)
    const [call] = receiver.received as [Received]
    expect(isSigned(call, secret)).toBe(true)
    expect(isSigned(call, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    const body = JSON.parse(call.body)
    expect(body).toMatchObject({
      id: call.headers['webhook-id'],
      event: 'attempt.submitted',
      createdAt: new Date(world.clock.now()).toISOString(),
      data: {
        attempt: { submittedBy: 'student', marksObtained: 0, percentage: 0 },
        test: { id: test.id },
        student: { id: student.id, idNumber: 'CS-041' },
        college: { id: college.id },
      },
    })
    for (const secretThing of [student.name, student.email, 'correctAnswer', 'selectedAnswer'])
      expect(call.body).not.toContain(secretThing)
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([
      { status: 'delivered', tries: 1, lastStatus: 200, lastError: null },
    ])
  })

  it('receives an auto-submit at the deadline, and another after reopening', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver()
    const { college, student, test } = await submission(world)
    await add(world, college.admin, receiver.url)
    await world.call(student).attempts.start({ id: test.id })
    world.clock.advance(20 * hour)
    await submitOverdue(world.platform)
    await submitOverdue(world.platform)
    const who = { id: test.assignmentId, studentId: student.id }
    await world.call(college.admin).attempts.reopen({ ...who, minutes: 5, reason: 'Power cut' })
    await world.call(student).attempts.submit({ id: test.id })
    await send(world)
    const calls = receiver.received.map(({ body }) => JSON.parse(body))
    expect(calls.map(({ data }) => data.attempt.submittedBy)).toEqual(['server', 'student'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  it('receives only its college’s events, or all events if it is the platform’s', async () => {
    const world = await privateWorld()
    const [own, platform] = [await startReceiver(), await startReceiver()]
    const [here, there] = [await world.college(), await world.college()]
    await add(world, here.admin, own.url)
    await add(world, world.admin, platform.url)
    for (const college of [here, there]) await world.assignedTest(college, [])
    await send(world)
    const colleges = ({ received }: typeof own) => received.map(({ body }) => JSON.parse(body).data.college.id).sort()
    expect(colleges(own)).toEqual([here.id])
    expect(colleges(platform)).toEqual([here.id, there.id].sort())
    expect(JSON.parse(own.received[0]?.body ?? '')).toMatchObject({
      event: 'assignment.accepted',
      data: { assignment: { id: expect.any(String) }, test: { testName: expect.any(String) } },
    })
  })

  it('adds no queries for events that it does not receive', async () => {
    const world = await privateWorld()
    const [first, second] = [await submission(world), await submission(world)]
    // A webhook for other events, and another college's webhook.
    await add(world, first.college.admin, 'http://127.0.0.1:9/hook', ['assignment.accepted'])
    const other = await world.college()
    await add(world, other.admin, 'http://127.0.0.1:9/hook')
    await first.submit()
    const probe = new SqliteDatabase(':memory:')
    const statement = Object.getPrototypeOf(probe.prepare('select 1'))
    const kinds = ['run', 'get', 'all'] as const
    const real = Object.fromEntries(kinds.map((kind) => [kind, statement[kind]]))
    const sources: string[] = []
    for (const kind of kinds)
      statement[kind] = function (this: { source: string }, ...args: unknown[]) {
        sources.push(this.source)
        return real[kind].apply(this, args)
      }
    try {
      await second.submit()
    } finally {
      for (const kind of kinds) statement[kind] = real[kind]
      probe.close()
    }
    expect(sources.some((source) => /update "attempts"/.test(source))).toBe(true)
    expect(sources.filter((source) => /webhook/i.test(source))).toEqual([])
    expect(await world.platform.db.read.select().from(webhookDeliveries)).toEqual([])
  })

  it('receives nothing about rolled-back changes', async () => {
    const world = await privateWorld()
    const { college, test } = await submission(world)
    await add(world, college.admin, 'http://127.0.0.1:9/hook')
    const { assignments } = world.call(college.admin)
    await expect(assignments.decide({ id: test.assignmentId, status: 'accepted' })).rejects.toThrow()
    expect(await world.platform.db.read.select().from(webhookDeliveries)).toEqual([])
  })
})

describe('a receiver', () => {
  it('gets the same call with the same id until it accepts', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver((res, call) => void res.writeHead(call < 3 ? 500 : 204).end())
    const { college, submit } = await submission(world)
    const { webhook, secret } = await add(world, college.admin, receiver.url)
    await submit()
    await send(world)
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([
      { status: 'waiting', tries: 1, lastStatus: 500, lastError: 'Responded with 500' },
    ])
    expect((await world.call(college.admin).integrations.webhooks.list()).webhooks).toMatchObject([{ waiting: 1 }])
    await send(world)
    expect(receiver.received).toHaveLength(1)
    world.clock.advance(30_000)
    await send(world)
    world.clock.advance(120_000)
    await send(world)
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    expect(receiver.received.every((call) => isSigned(call, secret))).toBe(true)
    const [shown] = (await world.call(college.admin).integrations.webhooks.list()).webhooks
    expect(shown).toMatchObject({ failingSince: null, waiting: 0, lastDelivery: { status: 'delivered', tries: 3 } })
  })

  it('cannot redirect a call, and its failures are reported without its response', async () => {
    const world = await privateWorld()
    const target = await startReceiver()
    const redirecting = await startReceiver(
      (res) => void res.writeHead(307, { location: target.url }).end('secret words'),
    )
    const closing = await startReceiver((res) => void res.destroy())
    const endless = await startReceiver((res) => void res.writeHead(400).write('x'.repeat(5_000_000)))
    const refusing = await startReceiver()
    refusing.close()
    const college = await world.college()
    const { webhooks } = world.call(college.admin).integrations
    const errors: (string | null | undefined)[] = []
    for (const { url } of [redirecting, closing, endless, refusing]) {
      const { webhook } = await add(world, college.admin, url)
      await webhooks.ping({ id: webhook.id })
      await send(world)
      const { deliveries } = await webhooks.deliveries({ id: webhook.id })
      expect(JSON.stringify(deliveries)).not.toContain('secret words')
      errors.push(deliveries[0]?.lastError)
    }
    expect(errors).toEqual([
      'Responded with 307; redirects are not followed',
      'The connection was closed without a response',
      'Responded with 400',
      'The connection was refused',
    ])
    expect(target.received).toEqual([])
  })

  it('delays no one else if it hangs, and times out after ten seconds', async () => {
    const world = await privateWorld()
    const hanging = await startReceiver(() => {})
    const quick = await startReceiver()
    const { college, submit } = await submission(world)
    const { webhook } = await add(world, college.admin, hanging.url)
    await add(world, college.admin, quick.url)
    await submit()
    const { lanes } = await world.platform.webhookSender.start()
    await hanging.arrived(1)
    // In the next turn, the first call still hangs. It is not sent twice and does not block others.
    await world.assignedTest(college, [])
    await world.platform.webhookSender.start()
    await quick.arrived(2)
    await Promise.all(lanes)
    const [first] = (await deliveriesOf(world, college.admin, webhook.id)).slice(-1)
    expect(first).toMatchObject({ status: 'waiting', tries: 1, lastError: 'No response within 10 seconds' })
  })

  it('is paused after failing for a day, with an email to its admin, and gets pending calls once resumed', async () => {
    const world = await privateWorld()
    let works = false
    const receiver = await startReceiver((res) => void res.writeHead(works ? 200 : 503).end())
    const { college, submit } = await submission(world)
    const { webhook } = await add(world, college.admin, receiver.url)
    const { webhooks } = world.call(college.admin).integrations
    await submit()
    await send(world)
    for (let passed = 0; passed < 40; passed++) {
      world.clock.advance(hour)
      await send(world)
      if (passed === 20) await world.assignedTest(college, [])
    }
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([
      { status: 'waiting', event: 'assignment.accepted' },
      { status: 'failed', tries: 10, lastError: 'Responded with 503' },
    ])
    expect((await webhooks.list()).webhooks).toMatchObject([{ isActive: false, failingSince: expect.any(String) }])
    const sent = await world.platform.db.read.select().from(mails)
    const letters = sent.filter(({ subject }) => subject === 'A webhook was paused')
    expect(letters.map(({ recipient }) => recipient)).toEqual([college.admin.email])
    expect(letters[0]?.text).toContain(receiver.url)

    // While paused, nothing is queued or sent; pending calls wait.
    works = true
    const calls = receiver.received.length
    await world.assignedTest(college, [])
    await send(world)
    expect(receiver.received).toHaveLength(calls)
    await webhooks.toggleStatus({ id: webhook.id })
    world.clock.advance(24 * hour)
    await send(world)
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([
      { status: 'delivered' },
      { status: 'failed' },
    ])
    // An abandoned call can be resent manually.
    const [, failed] = await deliveriesOf(world, college.admin, webhook.id)
    await webhooks.resend({ id: webhook.id, deliveryId: failed?.id ?? '' })
    await send(world)
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered', tries: 1, id: failed?.id },
    ])
  })

  it('gets each of many concurrent calls once', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver((res) => setImmediate(() => res.writeHead(200).end()))
    const college = await world.college()
    await add(world, college.admin, receiver.url)
    for (let made = 0; made < 12; made++) await world.assignedTest(college, [])
    await Promise.all([send(world), send(world)])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })
})

describe('webhook administration', () => {
  it('tests an address without retries, even while paused, and one call at a time', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver((res) => void res.writeHead(500).end())
    const college = await world.college()
    const { webhook } = await add(world, college.admin, receiver.url)
    const { webhooks } = world.call(college.admin).integrations
    await webhooks.toggleStatus({ id: webhook.id })
    await webhooks.ping({ id: webhook.id })
    await expect(webhooks.ping({ id: webhook.id })).rejects.toThrow('A test call is already pending')
    await send(world)
    world.clock.advance(hour)
    await send(world)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(world, college.admin, webhook.id)).toMatchObject([{ status: 'failed', event: 'ping' }])
  })

  it('signs the next call with the renewed secret', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver()
    const college = await world.college()
    const { webhook, secret } = await add(world, college.admin, receiver.url)
    const { webhooks } = world.call(college.admin).integrations
    const renewed = await webhooks.renewSecret({ id: webhook.id })
    await webhooks.ping({ id: webhook.id })
    await send(world)
    const [call] = receiver.received as [Received]
    expect([isSigned(call, secret), isSigned(call, renewed.secret)]).toEqual([false, true])
    expect(JSON.stringify(await webhooks.list())).not.toContain('whsec_')
  })

  it('sends pending calls to a changed address, and deletes a webhook with its history', async () => {
    const world = await privateWorld()
    const receiver = await startReceiver()
    const college = await world.college()
    const { webhook } = await add(world, college.admin, 'http://127.0.0.1:9/hook')
    const { webhooks } = world.call(college.admin).integrations
    await world.assignedTest(college, [])
    await webhooks.update({ id: webhook.id, url: receiver.url, events: ['attempt.submitted'] })
    await send(world)
    expect(receiver.received).toHaveLength(1)
    await webhooks.delete({ id: webhook.id })
    await world.assignedTest(college, [])
    await send(world)
    expect(receiver.received).toHaveLength(1)
    expect(await world.platform.db.read.select().from(webhookDeliveries)).toEqual([])
    const { entries } = await world.call(college.admin).audit.list({ subject: 'webhook' })
    expect(entries.map(({ action }) => action)).toEqual(['webhook.delete', 'webhook.update', 'webhook.create'])
    expect(JSON.stringify(entries)).not.toContain('whsec_')
  })

  it('keeps history for thirty days, pages it, and allows ten webhooks', async () => {
    const world = await privateWorld()
    const college = await world.college()
    const { webhook } = await add(world, college.admin, 'http://127.0.0.1:9/hook')
    const { webhooks } = world.call(college.admin).integrations
    await world.assignedTest(college, [])
    world.clock.advance(29 * 24 * hour)
    await world.assignedTest(college, [])
    world.clock.advance(25 * hour)
    await pruneDeliveries(world.platform)
    const page = await webhooks.deliveries({ id: webhook.id, limit: 1, status: 'waiting' })
    expect(page.pagination).toMatchObject({ total: 1, totalPages: 1 })
    for (let made = 1; made < 10; made++) await add(world, college.admin, 'http://127.0.0.1:9/hook')
    await expect(add(world, college.admin, 'http://127.0.0.1:9/hook')).rejects.toThrow('There are already 10 webhooks')
  })
})
