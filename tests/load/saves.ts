/**
 * Measures acknowledged one-answer saves per second through the real HTTP API, compared with a bare node:http server
 * that durably inserts one row, alternating within one run, with the load generator on the same machine:
 *
 *     npm run load:saves
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScript, startServer } from '#tests/support/process.ts'
import { connections, measureSaves, prepareSavers, seconds } from './savers.ts'

const rounds = 3

const folder = mkdtempSync(join(tmpdir(), 'examhall-load-'))
const { testId, savers } = await prepareSavers(folder)
const ours = await startServer(folder)
const raw = await startScript(join(import.meta.dirname, 'raw-server.ts'), [join(folder, 'raw.db')])
const rows: { ours: number; raw: number; p99: number }[] = []
console.log(`${connections} connections, ${seconds} s per turn, one answer per save\n`)
console.log('turn   examhall saves/s   p99 ms   bare http + insert/s   ratio')
for (let round = 1; round <= rounds; round++) {
  const bare = await measureSaves(raw.url, '/', savers)
  const own = await measureSaves(ours.url, `/api/tests/${testId}/answers`, savers)
  rows.push({ ours: own.perSecond, raw: bare.perSecond, p99: own.p99 })
  const cells = [String(round).padEnd(4), own.perSecond.toFixed(0).padStart(17), String(own.p99).padStart(8)]
  console.log(...cells, bare.perSecond.toFixed(0).padStart(22), (own.perSecond / bare.perSecond).toFixed(2).padStart(7))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
console.log(
  `\nmedian: ${median(rows.map((row) => row.ours)).toFixed(0)} saves/s, ${median(rows.map((row) => row.raw)).toFixed(0)} bare inserts/s, ratio ${median(rows.map((row) => row.ours / row.raw)).toFixed(2)}`,
)
await ours.kill()
await raw.kill()
rmSync(folder, { recursive: true })
