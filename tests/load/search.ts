/** Measures search (Ctrl+K) in a college with 20,000 students, over HTTP to the real server, without other load. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aCollege } from '#tests/factories/forms.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { api, startServer } from '#tests/support/process.ts'

const size = Number(process.argv[2] ?? 20_000)
const rounds = 40
const queries = ['a', 'meera', 'meera kris', 'c01999', 'crowd019999@', 'zzzz', 'é', 'one two three four five six']

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-search-'))
const server = await startServer(dataDir)
try {
  const signIn = async (email: string, password: string): Promise<string> =>
    (await api(server.url, 'POST', '/auth/login', undefined, { email, password })).body.token
  const master = await signIn('admin@localhost', 'first-password')
  const { college, credentials } = (await api(server.url, 'POST', '/admin/colleges', master, aCollege())).body
  const admin = await signIn(credentials.email, credentials.temporaryPassword)
  enrolCrowd(dataDir, college.id, size)

  console.log(`${size.toLocaleString('en')} students, ms over HTTP, ${rounds} rounds\n`)
  console.log(`${'query'.padEnd(30)} ${'found'.padStart(6)} ${'median'.padStart(8)} ${'worst'.padStart(8)}`)
  for (const query of queries) {
    const input = encodeURIComponent(JSON.stringify({ query }))
    const times: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      const answer = await fetch(`${server.url}/trpc/search.find?input=${input}`, {
        headers: { authorization: `Bearer ${admin}` },
      })
      const { result } = (await answer.json()) as { result: { data: { results: unknown[] } } }
      times.push(performance.now() - startedAt)
      found = result.data.results.length
    }
    times.sort((a, b) => a - b)
    const [median = 0, worst = 0] = [times[Math.floor(rounds / 2)], times.at(-1)]
    const figures = [String(found).padStart(6), median.toFixed(1).padStart(8), worst.toFixed(1).padStart(8)]
    console.log(`${query.padEnd(30)} ${figures.join(' ')}`)
  }
} finally {
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
