/**
 * Measures the owner's question bank with 20,000 questions of every type, over HTTP to the real server: lists with
 * filters and search, similar questions during entry, and a pool's questions.
 *     npm run load:bank -- [questions] [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { openServices } from '#server/app.ts'
import { addSearchTexts } from '#server/features/bank/search-texts.ts'
import { questionOf, samples } from '#tests/factories/question-types.ts'
import { testConfig } from '#tests/support/config.ts'
import { api, startServer } from '#tests/support/process.ts'
import { disturbed, undisturbed } from './machine.ts'

const size = Number(process.argv[2] ?? 20_000)
const rounds = Number(process.argv[3] ?? 40)
/** Maximum duration of the slowest of 20 calls, in ms. */
const limit = 100

const subjects = ['Technical', 'Verbal', 'Reasoning', 'Arithmetic', 'Communication']
/** Words distributed as in natural language: a few short words occur in most texts, and most words are rare. */
const syllables = ['ka', 're', 'mi', 'to', 'lu', 'na', 'si', 'do', 've', 'pa', 'chi', 'ron', 'tal', 'gre', 'mon', 'u']
const words = Array.from({ length: 4_000 }, (_, n) => {
  const parts = [n % 16, (n >> 4) % 16, (n >> 8) % 16]
  return parts
    .slice(0, n < 16 ? 1 : n < 200 ? 2 : 3)
    .map((part) => syllables[part])
    .join('')
})
const textOf = (n: number, length = 18) =>
  Array.from({ length }, (_, at) => {
    const random = (((n * 7919 + at * 104_729) * 48_271) % 2_147_483_647) / 2_147_483_647
    return words[Math.floor(words.length ** random) - 1]
  }).join(' ')

/** Stores questions directly, because their creation is not measured. */
function storeBank(dataDir: string) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  const addQuestion = db.prepare(
    `insert into bank_questions (id, version, type, subject, topic, difficulty, tags, language, facility, created_at, updated_at)
     values (?, 1, ?, ?, ?, ?, ?, 'en', ?, ?, ?)`,
  )
  const addVersion = db.prepare(
    `insert into bank_versions (question_id, version, question_text, type, body, key, marks, created_at)
     values (?, 1, ?, ?, ?, ?, 1, ?)`,
  )
  db.transaction(() => {
    for (let n = 0; n < size; n++) {
      const { type, body, key } = questionOf(samples[n % samples.length])
      const id = `01900009-0000-7000-8000-${String(n).padStart(12, '0')}`
      const text = `${textOf(n)} ${n}?`
      const topic = `Area ${n % 20}/Chapter ${n % 200}`
      const about = [subjects[n % 5], topic, ['Easy', 'Medium', 'Hard'][n % 3], JSON.stringify([`tag${n % 50}`, 'all'])]
      addQuestion.run(id, type, ...about, n % 4 === 0 ? null : (n % 100) / 100, n, n)
      addVersion.run(id, text, type, JSON.stringify(body), JSON.stringify(key), n)
    }
  })()
  db.close()
}

type Call = [name: string, method: 'GET' | 'POST', path: (n: number) => string, body?: (n: number) => object]
const list = (name: string, query: (n: number) => string): Call => [
  `list: ${name}`,
  'GET',
  (n) => `/bank/questions?${query(n)}`,
]
const pool = (name: string, from: object): Call => [
  `pool: ${name}`,
  'POST',
  () => '/tests/blueprint',
  () => ({ pools: [{ pick: 20, from }] }),
]
const calls: Call[] = [
  list('newest', () => ''),
  list('page 500', () => 'page=500'),
  ...['oldest', 'text', 'easiest', 'hardest'].map((sort) => list(`sort ${sort}`, () => `sort=${sort}`)),
  list('a type', (n) => `type=${samples[n % samples.length]?.type}`),
  list('a subject and difficulty', () => 'subject=Verbal&difficulty=Hard'),
  list('a topic', (n) => `topic=Area%20${n % 20}`),
  list('a tag', (n) => `tag=tag${n % 50}`),
  list('retired', () => 'retired=true'),
  list('search, many found', () => 'search=kare'),
  list('search, few found', (n) => `search=${n}77`),
  list('search, nothing found', () => 'search=zzzz'),
  list('search and filters', () => 'search=kare&subject=Technical&type=numeric&sort=text'),
  ['topics', 'GET', () => '/bank/topics'],
  ['similar, an existing text', 'POST', () => '/bank/questions/similar', (n) => ({ questionText: textOf(n * 101) })],
  ['similar, a long text', 'POST', () => '/bank/questions/similar', (n) => ({ questionText: textOf(n * 37, 400) })],
  ['similar, nothing like it', 'POST', () => '/bank/questions/similar', () => ({ questionText: 'Xyzzy plugh' })],
  pool('a chapter', { topics: ['Area 3/Chapter 23'] }),
  pool('an area', { topics: ['Area 3'] }),
  pool('a tag and difficulty', { tags: ['tag7'], difficulty: 'Easy' }),
  pool('a subject', { subject: 'Technical' }),
]

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-bank-'))
const services = await openServices(testConfig(dataDir))
storeBank(dataDir)
// Otherwise the server would still be adding them during the first rounds.
while (await addSearchTexts(services));
await services.db.close()
const server = await startServer(dataDir)
try {
  const { token } = (
    await api(server.url, 'POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  ).body
  console.log(`${size.toLocaleString('en')} questions, ms over HTTP, ${rounds} rounds\n`)
  console.log(`${'call'.padEnd(34)} ${'median'.padStart(8)} ${'p95'.padStart(8)}`)
  for (const [name, method, path, body] of calls) {
    const times: number[] = []
    for (let n = -3; n < rounds; n++) {
      const spent = await undisturbed(async () => {
        const startedAt = performance.now()
        const answer = await api(server.url, method, path(n + 3), token, body?.(n + 3))
        if (answer.status !== 200) throw new Error(`${name} returned ${answer.status} ${JSON.stringify(answer.body)}`)
        return performance.now() - startedAt
      })
      if (n >= 0) times.push(spent)
    }
    times.sort((a, b) => a - b)
    const [median = 0, p95 = 0] = [times[rounds >> 1], times[Math.floor(rounds * 0.95)]]
    const mark = p95 > limit ? ` over ${limit} ms` : ''
    console.log(`${name.padEnd(34)} ${median.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)}${mark}`)
  }
  console.log(`${disturbed.measured} calls measured, ${disturbed.again} repeated because of steal time`)
} finally {
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
