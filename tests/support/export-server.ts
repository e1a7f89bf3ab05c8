/**
 * The real server with a test router whose exports have the requested length, speed and faults:
 *     GET /exports/rows?format=…&rows=…&failAt=…   a table of ten columns that fails at a row
 *     GET /exports/state                           rows read by the last export, and its peak memory
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp, openServices } from '#server/app.ts'
import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import { restAdapter } from '#server/rest/adapter.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import { contextMaker } from '#server/trpc/context.ts'
import { router } from '#server/trpc/init.ts'
import { anyone } from '#server/trpc/procedures.ts'
import { DomainError } from '#shared/errors.ts'
import { exportQuery } from '#shared/exports.ts'
import { testConfig } from './config.ts'

interface Row {
  number: number
}

const text = (field: string, value: (row: Row) => string): Column<Row> => ({
  kind: 'text',
  field,
  heading: field,
  value,
})
const columns: Column<Row>[] = [
  text('name', ({ number }) => `Student ${number}`),
  text('idNumber', ({ number }) => `00${number}`),
  text('email', ({ number }) => `student.${number}@college.example`),
  text('department', ({ number }) => ['CSE', 'ECE', 'MECH'][number % 3] ?? ''),
  text('section', ({ number }) => 'ABCD'[number % 4] ?? ''),
  text('remark', ({ number }) => `A comment on row ${number * 7919}`),
  { kind: 'integer', field: 'attempts', heading: 'Attempts', value: ({ number }) => number % 5 },
  { kind: 'number', field: 'marks', heading: 'Marks', value: ({ number }) => (number % 200) / 2 },
  { kind: 'percent', field: 'percentage', heading: 'Percentage', value: ({ number }) => (number % 10_000) / 100 },
  { kind: 'date', field: 'submittedAt', heading: 'Submitted', value: ({ number }) => 1.79e12 + number * 60_000 },
]

const pageSize = 500
const state = { rowsRead: 0, ended: false, held: 0 }

/** Live bytes, excluding garbage not yet collected. */
function held(): number {
  if (!globalThis.gc) throw new Error('Start this script with --expose-gc')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Rows between measurements. At this interval, garbage collection costs little compared with reading the rows. */
const rowsBetweenLooks = 20 * pageSize

async function* rowsUntil(rows: number, failAt: number) {
  Object.assign(state, { rowsRead: 0, ended: false, held: 0 })
  const read = async (after: Row | undefined) => {
    const first = after ? after.number + 1 : 0
    if (failAt < first + pageSize) throw new DomainError('CONFLICT', 'These rows are gone')
    if (first % rowsBetweenLooks === 0) state.held = Math.max(state.held, held())
    state.rowsRead = Math.min(rows, first + pageSize)
    return Array.from({ length: state.rowsRead - first }, (_, index) => ({ number: first + index }))
  }
  try {
    yield* pagesBy(read)
  } finally {
    state.ended = true
  }
}

const query = exportQuery.extend({ rows: z.number().int(), failAt: z.number().int().default(Number.MAX_SAFE_INTEGER) })
const exportsRouter = router({
  rows: anyone
    .meta({ rest: 'GET /rows' })
    .input(query)
    .query(({ input: { format, timeZone, rows, failAt } }) =>
      exportResponse(format, 'All rows', {
        ...{ title: 'Rows', list: 'rows', columns, timeZone },
        pages: rowsUntil(rows, failAt),
      }),
    ),
  state: anyone.meta({ rest: 'GET /state' }).query(() => state),
})

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-exports-'))
const platform = await openServices(testConfig(dataDir))
const app = await createApp(platform, { jobs: [] })
const makeContext = contextMaker(platform, async () => null)
await app.server.register(restAdapter(makeContext, listProcedures(exportsRouter)), { prefix: '/api/exports' })
console.log(`listens on ${await app.server.listen({ host: '127.0.0.1', port: 0 })}`)
process.once('SIGTERM', async () => {
  app.server.server.closeAllConnections()
  await app.close()
  rmSync(dataDir, { recursive: true })
})
