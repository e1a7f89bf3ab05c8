import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { imageFolder } from '#server/platform/files.ts'
import { png } from '#tests/support/images.ts'
import { createWorld } from '#tests/support/world.ts'

const nginx = '/usr/sbin/nginx'
const example = join(import.meta.dirname, '../../deploy/nginx.conf')

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const closers: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/**
 * Starts nginx with the example's settings, other ports and a temporary certificate.
 *
 * @param change modifies the settings
 * @returns functions that send it requests, and its plain HTTP port
 */
async function startProxy(upstream: string, change = (site: string) => site) {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-nginx-'))
  closers.push(async () => rmSync(folder, { recursive: true }))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const flags = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
  execFileSync('openssl', [...flags, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const [port, plain] = [await freePort(), await freePort()]
  const site = change(readFileSync(example, 'utf8'))
    .replace('server 127.0.0.1:3000;', `server ${new URL(upstream).host};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replace('/var/lib/nginx/examhall', `${folder}/files`)
    .replace(/ssl_certificate +\/.*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key +\/.*;/, `ssl_certificate_key ${key};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const settings = join(folder, 'nginx.conf')
  writeFileSync(
    settings,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr warn; events {}
     http { access_log off; ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join(' ')}\n${site} }`,
  )
  execFileSync(nginx, ['-t', '-p', folder, '-c', settings], { stdio: 'pipe' })
  const proxy = spawn(nginx, ['-p', folder, '-c', settings], { stdio: 'inherit' })
  const ended = once(proxy, 'exit')
  closers.push(() => {
    proxy.kill('SIGTERM')
    return ended
  })
  const ca = readFileSync(certificate)
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ host: 'localhost', port, ca, method, path, headers, agent: false }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  const agent = new Agent({ keepAlive: true, maxSockets: 100, ca })
  closers.push(async () => agent.destroy())
  /** Requests a path many times as fast as possible. @returns the count per status */
  const ask = async (path: string, times: number) => {
    const counts: Record<number, number> = {}
    const one = () =>
      new Promise<void>((resolve, reject) => {
        const sent = request({ host: 'localhost', port, agent, path }, (answer) => {
          const { statusCode = 0 } = answer.resume()
          counts[statusCode] = (counts[statusCode] ?? 0) + 1
          answer.on('end', resolve)
        })
        sent.on('error', reject).end()
      })
    await Promise.all(Array.from({ length: times }, one))
    return counts
  }
  await expect
    .poll(() =>
      send('GET', '/healthz').then(
        ({ statusCode }) => statusCode,
        () => 0,
      ),
    )
    .toBe(200)
  return { send, ask, plain }
}

const textOf = async (answer: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe.skipIf(!existsSync(nginx))('the nginx example (skipped if nginx is not installed)', () => {
  it('forwards an exam, its live board, large bodies and real addresses, and blocks the metrics', async () => {
    const world = await createWorld({ trustProxy: true })
    const { send, plain } = await startProxy(world.url)
    const college = await world.college()
    const student = await world.student(college)
    const test = await world.assignedTest(college, [student])
    const as = async (actor: typeof student, more = {}) => ({
      authorization: `Bearer ${await world.tokenOf(actor)}`,
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.66',
      ...more,
    })

    const started = await send('POST', `/api/tests/${test.id}/start`, await as(student))
    expect(started.statusCode).toBe(200)
    expect(started.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-frame-options': 'DENY',
    })

    // The board's feed sends data before it ends, so nginx must not buffer it.
    const input = encodeURIComponent(JSON.stringify({ id: test.assignmentId }))
    const feed = await send(
      'GET',
      `/trpc/attempts.liveChanges?input=${input}`,
      await as(college.admin, { accept: 'text/event-stream' }),
    )
    expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const heard: string[] = []
    feed.on('data', (part) => heard.push(String(part)))
    feed.on('error', () => {})
    const answers = [{ questionId: test.questionIds[0], selectedAnswer: 'B' }]
    const saved = await send('PUT', `/api/tests/${test.id}/answers`, await as(student), JSON.stringify({ answers }))
    expect(saved.statusCode).toBe(200)
    await expect.poll(() => heard.join(''), { timeout: 10_000 }).toContain(student.id)
    feed.destroy()

    const large = JSON.stringify({ testName: 'x'.repeat(15_000_000) })
    expect((await send('POST', '/api/tests', await as(world.admin), large)).statusCode).toBe(400)
    expect((await send('POST', '/api/tests', await as(world.admin), large + ' '.repeat(2 ** 21))).statusCode).toBe(413)

    expect((await send('GET', '/metrics', await as(world.admin))).statusCode).toBe(404)
    // The address claimed by the client was not forwarded.
    const moved = await send('PUT', `/api/college/users/${student.id}/toggle-status`, await as(college.admin))
    expect(moved.statusCode).toBe(200)
    const { entries } = await world.call(college.admin).audit.list({})
    expect(entries[0]?.address).toBe('127.0.0.1')
    const redirected = await fetch(`http://127.0.0.1:${plain}/my-tests`, { redirect: 'manual' })
    expect([redirected.status, redirected.headers.get('location')]).toEqual([301, 'https://127.0.0.1/my-tests'])
    expect(await textOf(await send('GET', '/healthz'))).toBe('{"status":"ok"}')
  })

  it('lets 5,000 students behind one address send the same request at once', async () => {
    const world = await createWorld({ trustProxy: true })
    const { ask } = await startProxy(world.url)
    expect(await ask('/healthz', 5_000)).toEqual({ 200: 5_000 })
  })

  it('fetches each image and client file only once for a hall', async () => {
    const world = await createWorld({ trustProxy: true })
    const folder = imageFolder(world.platform.config.dataDir)
    mkdirSync(folder, { recursive: true })
    const image = `${'a'.repeat(32)}.png`
    writeFileSync(join(folder, image), png(2, 2))
    let fetched = 0
    world.app.server.server.on('request', ({ url }) => {
      if (/^\/(images|assets)\//.test(url ?? '')) fetched++
    })
    const { ask, send } = await startProxy(world.url)
    for (const path of [`/images/${image}`, '/assets/app-1a2b3c.js']) {
      fetched = 0
      expect(await ask(path, 300)).toEqual({ 200: 300 })
      expect([path, fetched]).toEqual([path, 1])
      expect((await send('GET', path)).headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
    expect(await ask(`/images/${'b'.repeat(32)}.png`, 3)).toEqual({ 404: 3 })
  })

  it('limits calls per address, but not cached files', async () => {
    const world = await createWorld({ trustProxy: true })
    // The lowest possible rate and burst, so the next call exceeds them.
    const { ask } = await startProxy(world.url, (site) =>
      site.replace(/rate=\d+r\/s/, 'rate=1r/m').replace(/burst=\d+ nodelay/, 'burst=1 nodelay'),
    )
    expect(await ask('/assets/app-1a2b3c.js', 20)).toEqual({ 200: 20 })
    const calls = await ask('/healthz', 20)
    expect(calls[429]).toBeGreaterThanOrEqual(18)
  })
})
