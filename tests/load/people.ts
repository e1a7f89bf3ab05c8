/**
 * Measures a college admin's calls with 20,000 students, over HTTP to the real server: every list, sort and search, the
 * hierarchy level by level, bulk changes to a selection of 5,000, and the latency of other writes in the meantime.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberSorts } from '#shared/members/members.schema.ts'
import { aCollege } from '#tests/factories/forms.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { api, startServer } from '#tests/support/process.ts'

const size = Number(process.argv[2] ?? 20_000)
const rounds = 15

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-people-'))
const server = await startServer(dataDir)
try {
  const signIn = async (email: string, password: string): Promise<string> =>
    (await api(server.url, 'POST', '/auth/login', undefined, { email, password })).body.token
  const master = await signIn('admin@localhost', 'first-password')
  const { college, credentials } = (await api(server.url, 'POST', '/admin/colleges', master, aCollege())).body
  const admin = await signIn(credentials.email, credentials.temporaryPassword)
  enrolCrowd(dataDir, college.id, size)

  const calls: [name: string, path: string, token: string][] = [
    ['hierarchy: summary', '/college/hierarchy/summary', admin],
    ['hierarchy: batches', '/college/hierarchy/level', admin],
    ['hierarchy: a batch', '/college/hierarchy/level?batch=2024', admin],
    ['hierarchy: a branch', '/college/hierarchy/level?batch=2024&branch=CSE', admin],
    [
      'hierarchy: a section, by name',
      '/college/users?role=student&batch=2024&branch=CSE&section=A&sort=name&limit=50',
      admin,
    ],
    ['hierarchy: everything at once', '/college/hierarchy', admin],
    ...memberSorts.map((sort): [string, string, string] => [
      `students, sort ${sort}`,
      `/college/users?role=student&sort=${sort}`,
      admin,
    ]),
    ['students, last page', `/college/users?role=student&sort=name&page=${Math.ceil(size / 20)}`, admin],
    ['students, search a name', '/college/users?role=student&search=harika', admin],
    ['students, search nobody', '/college/users?role=student&search=zzzz', admin],
    ['students, inactive', '/college/users?role=student&status=inactive', admin],
    ['filters: batches', '/college/batches', admin],
    ['college dashboard', '/college/dashboard', admin],
    ["master: the college's overview", `/admin/colleges/${college.id}/overview`, master],
    ['master: stats', '/admin/stats', master],
  ]
  console.log(`${size.toLocaleString('en')} students, ms over HTTP, ${rounds} rounds\n`)
  console.log(`${'call'.padEnd(34)} ${'median'.padStart(8)} ${'worst'.padStart(8)}`)
  for (const [name, path, token] of calls) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      const { status } = await api(server.url, 'GET', path, token)
      times.push(performance.now() - startedAt)
      if (status !== 200) throw new Error(`${path} returned ${status}`)
    }
    times.sort((a, b) => a - b)
    const [median = 0, worst = 0] = [times[Math.floor(rounds / 2)], times.at(-1)]
    console.log(`${name.padEnd(34)} ${median.toFixed(1).padStart(8)} ${worst.toFixed(1).padStart(8)}`)
  }

  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const found = await ask(`/trpc/members.selection.find?input=${encodeURIComponent('{"role":"student"}')}`)
  const { ids } = JSON.parse(found.toString()).result.data as { ids: string[] }
  const bulk: [name: string, work: () => Promise<unknown>][] = [
    ['idle for half a second', () => new Promise((resolve) => setTimeout(resolve, 500))],
    ['deactivate', () => ask('/trpc/members.selection.setActive', { ids, isActive: false })],
    ['activate', () => ask('/trpc/members.selection.setActive', { ids, isActive: true })],
    ['move', () => ask('/trpc/members.selection.move', { moves: [{ ids, to: { section: 'Z' } }] })],
    ['new passwords', () => ask('/trpc/members.selection.reissuePasswords', { ids })],
    ['export the selection', () => ask('/api/college/users/export', { role: 'student', format: 'csv', ids })],
    ['export everyone, Excel', () => ask('/api/college/users/export', { role: 'student', format: 'xlsx' })],
  ]
  console.log(`\n${'ids selected'.padEnd(34)} ${String(ids.length).padStart(8)}`)
  console.log(`${''.padEnd(34)} ${'ms'.padStart(8)} ${'write latency, median'.padStart(24)} ${'worst'.padStart(8)}`)
  for (const [name, work] of bulk) {
    const waits: number[] = []
    let ended = false
    const startedAt = performance.now()
    const running = work().finally(() => {
      ended = true
    })
    while (!ended) {
      const asked = performance.now()
      await api(server.url, 'PUT', '/auth/profile', master, { name: `Lead ${asked}` })
      waits.push(performance.now() - asked)
    }
    await running
    waits.sort((a, b) => a - b)
    const figures = [performance.now() - startedAt, waits[waits.length >> 1] ?? 0, waits.at(-1) ?? 0]
    const [ms = '', median = '', worst = ''] = figures.map((figure) => figure.toFixed(1))
    console.log(`${name.padEnd(34)} ${ms.padStart(8)} ${median.padStart(24)} ${worst.padStart(8)}`)
  }
} finally {
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
