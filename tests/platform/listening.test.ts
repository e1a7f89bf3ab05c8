import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { closeWhenCrowded, connectionLimit, listen } from '#server/listening.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

const here = { host: '127.0.0.1', port: 0 }

/** A server that closes after the test. */
function aServer(prepare: (server: FastifyInstance) => void = () => {}): FastifyInstance {
  const server = Fastify({ forceCloseConnections: 'idle' })
  prepare(server)
  server.get('/', async () => 'served')
  afterThisTest(() => server.close())
  return server
}

function fetchBy(agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => answer.resume().on('end', () => resolve(answer))).on('error', reject)
  })
}

describe.runIf(process.platform === 'linux')('listening', () => {
  it('accepts a crowd of connections within a few turns of the event loop', async () => {
    const server = aServer()
    let accepted = 0
    server.server.on('connection', () => accepted++)
    const { port } = new URL(await listen(server, here))
    const crowd = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1'))
    let turns = 0
    for (; accepted < crowd.length && turns < 1_000; turns++) await new Promise(setImmediate)
    for (const socket of crowd) socket.destroy()
    expect(accepted).toBe(crowd.length)
    // A single socket accepts one connection per turn.
    expect(turns).toBeLessThan(50)
  })

  it('rejects a port that another server listens on, even one that shares it', async () => {
    const first = createServer().listen({ ...here, reusePort: true })
    await once(first, 'listening')
    afterThisTest(async () => void first.close())
    const address = first.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(listen(aServer(), { ...here, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('finishes the requests of all connections before it closes', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let arrived = 0
    const server = aServer((server) => {
      server.get('/slow', async () => {
        arrived++
        await released
        return 'done'
      })
    })
    const url = await listen(server, here)
    const answers = Array.from({ length: 40 }, () => fetchBy(new Agent(), `${url}/slow`))
    await expect.poll(() => arrived).toBe(40)
    let isClosed = false
    const closed = server.close().then(() => {
      isClosed = true
    })
    await expect.poll(() => server.server.listening).toBe(false)
    expect(isClosed).toBe(false)
    release()
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200))
    await closed
    await expect(fetch(url)).rejects.toThrow()
  })

  it('stops keeping connections open near the limit, and resumes afterwards', async () => {
    const url = await listen(
      aServer((server) => closeWhenCrowded(server, 8)),
      here,
    )
    const agent = new Agent({ keepAlive: true })
    afterThisTest(async () => agent.destroy())
    expect((await fetchBy(agent, url)).headers.connection).toBe('keep-alive')
    const idle: Socket[] = []
    for (let n = 0; n < 6; n++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      await once(socket, 'connect')
      idle.push(socket)
    }
    await expect.poll(async () => (await fetchBy(agent, url)).headers.connection).toBe('close')
    for (const socket of idle) socket.destroy()
    await expect.poll(async () => (await fetchBy(agent, url)).headers.connection).toBe('keep-alive')
  })
})

it('leaves open files for everything but connections', () => {
  expect(connectionLimit(20_000)).toBe(19_488)
  expect(connectionLimit(1_048_576)).toBe(30_000)
  expect(connectionLimit(Number.NaN)).toBeGreaterThan(20_000)
})
