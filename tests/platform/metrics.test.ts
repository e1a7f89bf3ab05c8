import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { backupRuns } from '#drizzle/schema/backups.ts'
import { queueMail, sendDueMail } from '#server/platform/mail/mail.ts'
import type { World } from '#tests/support/world.ts'
import { createWorld } from '#tests/support/world.ts'

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const number = /^[+-]?(\d+(\.\d+)?([eE][+-]?\d+)?|Inf)$|^NaN$/
const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/y

/** A strict parser for Prometheus' text format: anything unknown is an error. */
function parse(text: string): { samples: Sample[]; types: Map<string, string> } {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  const seen = new Set<string>()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)
    if (type) {
      expect(types.has(type[1] ?? ''), line).toBe(false)
      types.set(type[1] ?? '', type[2] ?? '')
      continue
    }
    const [, name = '', labelText = '', value = ''] = sampleLine.exec(line) ?? expect.fail(`not a sample: ${line}`)
    expect(value, line).toMatch(number)
    const labels: Sample['labels'] = {}
    label.lastIndex = 0
    while (label.lastIndex < labelText.length) {
      const [, key = '', text = ''] = label.exec(labelText) ?? expect.fail(`not a label: ${line}`)
      labels[key] = text
    }
    expect(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
    const identity = `${name} ${JSON.stringify(Object.entries(labels).toSorted())}`
    expect(seen.has(identity), `twice: ${line}`).toBe(false)
    seen.add(identity)
    samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) })
  }
  return { samples, types }
}

async function scrape(world: World) {
  const answer = await fetch(`${world.url}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch('text/plain; version=0.0.4')
  return parse(await answer.text())
}

/** @returns the value with these labels, or undefined if there is none */
async function figureOf(world: World, name: string, labels: Sample['labels'] = {}) {
  const { samples } = await scrape(world)
  return samples.find(
    (sample) =>
      sample.name === `examhall_${name}` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
}

describe('GET /metrics', () => {
  it('returns Prometheus text with every metric that alerts use', async () => {
    const world = await createWorld()
    const { samples, types } = await scrape(world)
    for (const [name, type] of Object.entries({
      requests_total: 'counter',
      request_duration_seconds: 'histogram',
      saves_acknowledged_total: 'counter',
      write_commit_seconds: 'histogram',
      write_jobs_failed_total: 'counter',
      database_bytes: 'gauge',
      mail_oldest_age_seconds: 'gauge',
      judge_deaths_total: 'counter',
      event_loop_lag_seconds: 'gauge',
      backup_last_success_timestamp_seconds: 'gauge',
    }))
      expect([name, types.get(`examhall_${name}`)]).toEqual([name, type])
    expect(samples.find(({ name }) => name === 'examhall_database_bytes')?.value).toBeGreaterThan(100_000)
    expect(samples.find(({ name }) => name === 'examhall_healthy')?.value).toBe(1)
  })

  it('counts saves, writes, and requests by procedure and route pattern', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const test = await world.assignedTest(college, [student])
    await world.rest('POST', `/tests/${test.id}/start`, { as: student })
    const save = { answers: test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'A' })) }
    const writes = (await figureOf(world, 'write_jobs_total')) ?? 0
    for (let n = 0; n < 3; n++) await world.rest('PUT', `/tests/${test.id}/answers`, { as: student, body: save })
    await world.rest('PUT', `/tests/${test.id}/answers`, { body: save })
    expect(await figureOf(world, 'saves_acknowledged_total')).toBe(3)
    expect(await figureOf(world, 'answers_acknowledged_total')).toBe(3 * test.questionIds.length)
    expect(await figureOf(world, 'write_jobs_total')).toBeGreaterThanOrEqual(writes + 3)
    const route = { route: '/api/tests/:id/answers', method: 'PUT' }
    // A request is counted after its response has been sent, so the client may get the response slightly earlier.
    const counted = (name: string, labels: Record<string, string>) => expect.poll(() => figureOf(world, name, labels))
    await counted('requests_total', { ...route, status: '200' }).toBe(3)
    await counted('requests_total', { ...route, status: '401' }).toBe(1)
    await counted('request_duration_seconds_count', route).toBe(4)
    const headers = { authorization: `Bearer ${await world.tokenOf(student)}` }
    await fetch(`${world.url}/trpc/auth.me,notifications.unread,no.such?batch=1&input={}`, { headers })
    await counted('requests_total', { route: 'auth.me', method: 'GET' }).toBe(1)
  })

  it('does not grow with made-up paths', async () => {
    const world = await createWorld()
    await fetch(`${world.url}/trpc/first.unknown`)
    await fetch(`${world.url}/api/first`)
    await fetch(`${world.url}/first.txt`)
    await scrape(world)
    const before = (await scrape(world)).samples.length
    for (let n = 0; n < 30; n++) {
      await fetch(`${world.url}/trpc/made.up${n},constructor`)
      await fetch(`${world.url}/api/made-up-${n}`)
      await fetch(`${world.url}/made-up-${n}.txt`)
    }
    expect((await scrape(world)).samples).toHaveLength(before)
  })

  it('reports waiting mail and the last successful backup', async () => {
    const world = await createWorld({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.edu' } })
    const at = world.clock.now()
    const row = { kind: 'backup', reason: 'nightly', startedAt: at - 9_000, failure: null } as const
    await world.platform.db.write(async (tx) => {
      await queueMail(tx, at, { to: 'a@x.example', subject: 'Hello', paragraphs: ['Hello'] })
      await tx.insert(backupRuns).values([
        { ...row, id: 'good', finishedAt: at - 5_000 },
        { ...row, id: 'bad', finishedAt: at, failure: 'The disk is full' },
      ])
    })
    await sendDueMail(world.platform)
    world.clock.advance(60_000)
    expect(await figureOf(world, 'mail_waiting')).toBe(1)
    expect(await figureOf(world, 'mail_oldest_age_seconds')).toBe(60)
    expect(await figureOf(world, 'mail_tries_total', { outcome: 'failed' })).toBe(1)
    expect(await figureOf(world, 'health_reason', { reason: 'mail_down' })).toBe(1)
    expect(await figureOf(world, 'backup_last_success_timestamp_seconds', { kind: 'backup' })).toBe(
      (at - 5_000) / 1_000,
    )
  })
})

describe('access to /metrics', () => {
  it('is allowed from this machine, and from elsewhere only to the master admin', async () => {
    for (const trustProxy of [false, true]) {
      const world = await createWorld({ trustProxy })
      const college = await world.college()
      const [student, faculty] = [await world.student(college), await world.faculty(college)]
      const statusOf = async (headers: Record<string, string>, token?: string) =>
        (
          await fetch(`${world.url}/metrics`, {
            headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
          })
        ).status
      expect(await statusOf({})).toBe(200)
      // Behind a proxy, every request comes from this machine, and its client may claim to be 127.0.0.1.
      const proxyHeaders: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-forwarded-for': '' },
        { 'x-real-ip': '127.0.0.1' },
        { forwarded: 'for=127.0.0.1' },
        { via: '1.1 proxy' },
      ]
      for (const said of proxyHeaders) {
        expect([said, await statusOf(said)]).toEqual([said, 401])
        expect(await statusOf(said, 'made-up')).toBe(401)
        for (const person of [student, faculty, college.admin])
          expect([person.role, await statusOf(said, await world.tokenOf(person))]).toEqual([person.role, 403])
        expect(await statusOf(said, await world.tokenOf(world.admin))).toBe(200)
      }
    }
  })

  it('is refused to a local proxy that does not forward the client’s address', async () => {
    const { url } = await createWorld()
    const { port } = new URL(url)
    const statusOf = async (version: string, host: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET /metrics HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return / (\d+) /.exec(await text(socket))?.[1]
    }
    for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]:3000']) expect(await statusOf('1.1', host)).toBe('200')
    for (const host of ['exams.example', 'localhost.exams.example', '127.0.0.1.exams.example'])
      expect(await statusOf('1.1', host)).toBe('401')
    expect(await statusOf('1.0', `127.0.0.1:${port}`)).toBe('401')
  })

  it('is refused to another machine without a sign-in', async () => {
    const { server } = (await createWorld()).app
    const from = async (remoteAddress: string) => (await server.inject({ url: '/metrics', remoteAddress })).statusCode
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      expect([address, await from(address)]).toEqual([address, 200])
    for (const address of ['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.7', '::'])
      expect([address, await from(address)]).toEqual([address, 401])
  })
})
