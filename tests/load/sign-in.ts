/**
 * Tests whether response times reveal which emails exist: sign-in and "forgot password" for known and unknown emails,
 * alternating within one run, over HTTP to the real server. Prints medians and their ratio to the median for unknown
 * emails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aCollege, aStudent } from '#tests/factories/forms.ts'
import { api, startServer } from '#tests/support/process.ts'

const accounts = 60
/** Below an account's limits, so nothing is refused. */
const rounds = 5

const shuffled = <T>(list: readonly T[]) =>
  list
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-sign-in-'))
const server = await startServer(dataDir)
try {
  const post = (path: string, body: object, token?: string) => api(server.url, 'POST', path, token, body)
  const signIn = async (email: string, password: string): Promise<string> =>
    (await post('/auth/login', { email, password })).body.token
  const master = await signIn('admin@localhost', 'first-password')
  const { credentials } = (await post('/admin/colleges', aCollege(), master)).body
  const office = await signIn(credentials.email, credentials.temporaryPassword)
  const people = await Promise.all(
    Array.from({ length: accounts * 2 }, async () => {
      const { user, temporaryPassword } = (await post('/college/users', aStudent(), office)).body
      return { email: user.email as string, password: temporaryPassword as string }
    }),
  )
  const [fresh, settled] = [people.slice(0, accounts), people.slice(accounts)]
  // Signing in once replaces the temporary hash.
  for (const { email, password } of settled) await signIn(email, password)

  const kinds: [name: string, call: (n: number) => Promise<{ status: number }>][] = [
    ['sign-in, unknown email', (n) => post('/auth/login', { email: `nobody${n}@x.example`, password: 'wrong' })],
    ['sign-in, known, wrong password', (n) => post('/auth/login', { email: settled[n]?.email, password: 'wrong' })],
    ['sign-in, never signed in, wrong', (n) => post('/auth/login', { email: fresh[n]?.email, password: 'wrong' })],
    ['forgot password, unknown email', (n) => post('/auth/forgot-password', { email: `nobody${n}@x.example` })],
    ['forgot password, known email', (n) => post('/auth/forgot-password', { email: settled[n]?.email })],
  ]
  const times = new Map(kinds.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (let n = 0; n < accounts; n++)
      // The order is random, because earlier calls affect later ones.
      for (const [name, call] of shuffled(kinds)) {
        const startedAt = performance.now()
        await call(n)
        times.get(name)?.push(performance.now() - startedAt)
      }
  const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[Math.floor((rounds * accounts) / 2)] ?? 0
  console.log(`${'call'.padEnd(34)} ${'median ms'.padStart(10)} ${'ratio'.padStart(7)}`)
  for (const [name] of kinds) {
    const base = median(name.startsWith('sign') ? 'sign-in, unknown email' : 'forgot password, unknown email')
    const ratio = (median(name) / base).toFixed(3)
    console.log(`${name.padEnd(34)} ${median(name).toFixed(2).padStart(10)} ${ratio.padStart(7)}`)
  }
} finally {
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
