import { connect } from 'node:net'
import type { Caller } from './caller.ts'
import { masterEmail } from './setup.ts'

const socketTo = (url: string) => {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

/** Sends data and disconnects before the response. */
const half = (url: string, text: string) =>
  new Promise<void>((resolve) => {
    const socket = socketTo(url)
    socket.on('connect', () => socket.write(text, () => setTimeout(() => socket.destroy(), 20)))
    socket.on('close', () => resolve())
  })

let asked = 0
/** Causes everyday problems: bad URLs, bad forms, unknown users, oversized bodies, broken connections. */
export async function makeTrouble(caller: Caller) {
  const token = await caller.master()
  const n = ++asked
  const mistakes: [method: string, path: string, asked: Parameters<Caller['ask']>[3]][] = [
    ['GET', `/nowhere/${n}`, {}],
    ['GET', `//images/${String(n).padStart(32, '0')}.png`, {}],
    ['GET', `/admin/colleges/0190000a-0000-7000-8000-${String(n).padStart(12, '0')}`, { token }],
    ['GET', '/admin/stats', { token: `stranger-${n}` }],
    ['GET', '/admin/stats', { token: `exh_${String(n).padStart(43, 'x')}` }],
    ['POST', '/auth/login', { body: { email: `nobody${n}@example.edu`, password: 'wrong' } }],
    ['POST', '/auth/login', { body: '{"email":' }],
    ['POST', '/auth/forgot-password', { body: { email: `nobody${n}@example.edu` } }],
    ['POST', '/tests', { token, body: { testName: `Nothing ${n}` } }],
    ['POST', '/admin/colleges', { token, body: { name: 'x'.repeat(2_000_000) } }],
    ['POST', '/notifications', { token, body: 'words', headers: { 'content-type': 'text/plain' } }],
    ['GET', `//trpc/no.such.${n}`, {}],
  ]
  // The server may close the connection when it rejects a body without reading it.
  for (const [method, path, how] of mistakes)
    await caller.ask('mistake', method, path, how).catch(() => caller.count('mistake', 'connection broken'))
  const head = `Host: day\r\nAuthorization: Bearer ${token}\r\n`
  await half(caller.url, `GET /api/reports/performance/export?format=xlsx HTTP/1.1\r\n${head}\r\n`)
  await half(
    caller.url,
    `POST /api/auth/login HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"em`,
  )
  await half(
    caller.url,
    `POST /api/tests/upload-image HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nxxxx`,
  )
  await half(caller.url, 'no HTTP at all\r\n\r\n')
  caller.count('dropped', 'connection')
  // Only occasionally, because several wrong passwords in a row limit sign-ins to the account.
  if (n % 20 === 0)
    await caller.ask('mistake', 'POST', '/auth/login', { body: { email: masterEmail, password: 'wrong' } })
}
