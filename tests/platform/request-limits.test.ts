import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { limitBodies } from '#server/body-limits.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const mebibyte = 1024 * 1024

/** Sends request headers that declare 14 MB by default, and only `bytes` of the body. */
async function halfSent(
  { url }: Pick<World, 'url'>,
  path: string,
  bytes: number,
  token?: string,
  declared = 14 * mebibyte,
): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${declared}`,
      ...(token ? [`authorization: Bearer ${token}`] : []),
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(Buffer.alloc(bytes, ' '))
  return socket
}

const statusOf = async (socket: Socket) => {
  const [head] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d+)/.exec(String(head))?.[1])
}

it('rejects half-sent 14 MB bodies before sign-in, without waiting for the rest', async () => {
  const world = await createWorld()
  const sockets = await Promise.all(
    Array.from({ length: 25 }, (_, place) =>
      halfSent(world, '/trpc/tests.create', mebibyte, place % 2 === 0 ? undefined : 'made-up-token'),
    ),
  )
  expect(await Promise.all(sockets.map(statusOf))).toEqual(sockets.map(() => 401))
  // Public calls do not accept a body this large either.
  expect(await statusOf(await halfSent(world, '/trpc/auth.login', mebibyte))).toBe(400)
})

it('rejects a student’s body by a Content-Length over 1 MB, but reads the owner’s', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.tokenOf(await world.student(college))
  expect(await statusOf(await halfSent(world, '/trpc/attempts.save', 100, student))).toBe(413)
  const body = JSON.stringify({ testType: 'Practice', testDescription: 'x'.repeat(2 * mebibyte) })
  const asOwner = await fetch(`${world.url}/trpc/tests.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.tokenOf(world.admin)}` },
    body,
  })
  expect([asOwner.status, await asOwner.text()]).toEqual([400, expect.stringContaining('testDescription')])
})

it('accepts a sign-in without Content-Length, and rejects one that is too large', async () => {
  const world = await createWorld()
  const login = async (password: string) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const sent = request(`${world.url}/api/auth/login`, { method: 'POST', headers })
    const body = JSON.stringify({ email: world.admin.email, password })
    for (let at = 0; at < body.length; at += 4096) sent.write(body.slice(at, at + 4096))
    sent.end()
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }
  expect(await login('wrong-password')).toBe(401)
  expect(await login('x'.repeat(mebibyte))).toBe(400)
})

it('cuts off a slow request with a message', async () => {
  const world = await createWorld()
  const { server } = world.app.server
  expect(server.requestTimeout).toBe(60_000)
  server.headersTimeout = 400
  server.requestTimeout = 500
  const socket = await halfSent(world, '/trpc/auth.login', 100)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 .*The request took too long to arrive/s)
})

it('limits the number of connections', async () => {
  expect((await createWorld()).app.server.server.maxConnections).toBeLessThanOrEqual(30_000)
})

it('marks personal responses as uncacheable', async () => {
  const world = await createWorld()
  const token = await world.tokenOf(world.admin)
  for (const path of ['/api/auth/me', '/trpc/auth.me', '/api/nothing']) {
    const answer = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

it('frees the place of an upload whose connection closed while the session was looked up', async () => {
  const server = Fastify({ bodyLimit: 2 * mebibyte })
  let looksUpSlowly = true
  const closed: Promise<unknown>[] = []
  server.addHook(
    'preParsing',
    limitBodies(async ({ raw }) => {
      const close = new Promise((resolve) => raw.socket.once('close', resolve))
      if (looksUpSlowly) {
        closed.push(close)
        await close
      }
      return { actor: { id: 's1', role: 'student' } as Actor }
    }),
  )
  server.addContentTypeParser('*', (_req, body, done) => void text(body).then(() => done(null), done))
  server.post('/api/attempts/:id/files', async () => 'stored')
  const url = await server.listen({ port: 0 })
  for (let upload = 1; upload <= 2; upload++) {
    const socket = await halfSent({ url }, '/api/attempts/a/files', 100, 'token', mebibyte)
    await expect.poll(() => closed.length).toBe(upload)
    socket.destroy()
    await closed[upload - 1]
  }
  looksUpSlowly = false
  const answer = await fetch(`${url}/api/attempts/a/files`, { method: 'POST', body: Buffer.alloc(mebibyte) })
  expect([answer.status, await answer.text()]).toEqual([200, 'stored'])
  await server.close()
})
