/**
 * The whole server with an accelerated clock, recurring jobs sped up to match, and two more routes:
 *
 *     node --expose-gc tests/load/day/server.ts <data folder> <speed> <start, ms UTC>
 *     GET /day/memory   memory after garbage collection
 *     GET /day/fill     fills SQLite's page caches to their limit
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createApp, openServices } from '#server/app.ts'
import { jobs } from '#server/jobs/registry.ts'
import type { Db } from '#server/platform/db.ts'
import { testConfig } from '#tests/support/config.ts'

/** All values are in bytes, except the counts. */
export interface Held {
  /** heapUsed after garbage collection, plus external memory, which includes arrayBuffers. */
  live: number
  heapUsed: number
  external: number
  arrayBuffers: number
  /** Resident memory not backed by a file. */
  anonymous: number
  resident: number
  /** Memory of the judge process and the sandboxes it keeps ready. */
  judge: number
  sockets: number
  timers: number
  /** Other active resources in Node. */
  handles: number
  /** Open descriptors, including sockets. */
  files: number
  database: number
}

const [dataDir = '', speed = 50, startsAt = 0] = process.argv
  .slice(2)
  .map((text, place) => (place === 0 ? text : Number(text))) as [string, number, number]
/** Minimum job interval in ms. With a shorter interval, a job would run constantly. */
const quickest = 20

const startedAt = performance.now()
const clock = { now: () => Math.floor(startsAt + (performance.now() - startedAt) * speed) }
const platform = await openServices(testConfig(dataDir, { logLevel: 'warn', webhookPrivate: true }), clock)
const quick = jobs.map((job) => ({ ...job, every: Math.max(quickest, job.every / speed) }))
const app = await createApp(platform, { jobs: quick })

const status = (pid: number | 'self', field: string): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
/** Anonymous memory of a process and its descendants, in bytes. */
function family(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    return children.reduce((sum, child) => sum + family(child), status(pid, 'RssAnon'))
  } catch {
    return 0
  }
}
const sizeOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0

async function held(): Promise<Held> {
  if (!globalThis.gc) throw new Error('Start this script with --expose-gc')
  // Objects freed by the first collection may keep others alive until their finalisers run.
  for (let round = 0; round < 3; round++) {
    globalThis.gc()
    await turn()
  }
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  const counted = (pattern: RegExp) => resources.filter((name) => pattern.test(name)).length
  const [sockets, timers] = [counted(/^TCPSocketWrap/), counted(/^Timeout/)]
  return {
    live: heapUsed + external,
    ...{ heapUsed, external, arrayBuffers, resident: rss, anonymous: status('self', 'RssAnon') },
    judge: family((platform.judge as { pid?: number }).pid),
    ...{ sockets, timers, handles: resources.length - sockets - timers },
    files: readdirSync('/proc/self/fd').length,
    database: sizeOf('examhall.db') + sizeOf('examhall.db-wal'),
  }
}

async function readAll(db: Db) {
  const tables = db.all<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`)
  for (const { name } of tables) db.all(sql`select count(*) from ${sql.identifier(name)} not indexed`)
}

app.server.get('/day/memory', held)
app.server.get('/day/fill', async () => {
  await readAll(platform.db.read)
  await platform.db.write(readAll)
  return {}
})
console.log(`listens on ${await app.server.listen({ host: '127.0.0.1', port: 0 })}`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
