import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { read, utils } from 'xlsx'
import { type ServerProcess, startScript } from '../support/process.ts'

/** Exports over real HTTP, from a process with very little memory. */

const formats = ['csv', 'xlsx'] as const
const megabyte = 1024 * 1024
const inMegabytes = (bytes: number) => Math.round(bytes / megabyte)

let server: ServerProcess
beforeAll(async () => {
  server = await startScript(join(import.meta.dirname, '../support/export-server.ts'), [], {
    // The idle server needs 55 MB; a larger young generation keeps collection cheap.
    NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=8 --expose-gc',
  })
})
afterAll(async () => {
  await server.terminate()
})

const address = (query: Record<string, string | number>) =>
  `${server.url}/api/exports/rows?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))}`

interface State {
  rowsRead: number
  ended: boolean
  /** Peak live memory while rows were read, in bytes. */
  held: number
}
const stateOf = async () => (await (await fetch(`${server.url}/api/exports/state`)).json()) as State

/** Requests an export, without reading the body. */
const open = (query: Record<string, string | number>, encoding = 'identity') =>
  new Promise<{ request: ClientRequest; response: IncomingMessage }>((resolve, reject) => {
    const request = get(address(query), { headers: { 'accept-encoding': encoding }, agent: false }, (response) =>
      resolve({ request, response }),
    )
    request.once('error', reject)
  })

/** Reads a response to its end. @param pause milliseconds to wait after every 256 kB */
async function readAll(response: IncomingMessage, pause = 0): Promise<Buffer> {
  const parts: Buffer[] = []
  let unpaused = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    unpaused += (part as Buffer).length
    if (pause === 0 || unpaused < megabyte / 4) continue
    unpaused = 0
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return Buffer.concat(parts)
}

describe.each(formats)('an export as .%s over HTTP', (format) => {
  it('is an uncached download without a length', async () => {
    const { response } = await open({ format, rows: 1_200 })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-disposition': `attachment; filename="All rows.${format}"`,
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
      'x-content-type-options': 'nosniff',
    })
    const bytes = await readAll(response)
    const rows =
      format === 'csv'
        ? Papa.parse<string[]>(bytes.toString().trim()).data
        : utils.sheet_to_json<string[]>(read(bytes).Sheets.Rows ?? {}, { header: 1 })
    expect(rows.length).toBe(1_201)
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Student 1199', '001199'])
  })

  it('is compressed in transit only if not compressed already', async () => {
    const { response } = await open({ format, rows: 20_000 }, 'gzip')
    const bytes = await readAll(response)
    expect(response.headers['content-encoding']).toBe(format === 'csv' ? 'gzip' : undefined)
    if (format === 'csv') expect(gunzipSync(bytes).toString().split('\r\n').length).toBe(20_002)
  })

  it('waits for a slow client, and stops when a client disconnects', async () => {
    const endless = 100_000_000
    const { request, response } = await open({ format, rows: endless })
    response.pause()
    let last = -1
    // Reading from the database stops once the system's buffers are full.
    await vi.waitFor(
      async () => {
        const { rowsRead } = await stateOf()
        const isStalled = rowsRead === last
        last = rowsRead
        expect(isStalled).toBe(true)
      },
      { timeout: 50_000, interval: 500 },
    )
    const { ended } = await stateOf()
    expect({ ended, isPart: last < endless / 50 }).toEqual({ ended: false, isPart: true })

    request.once('error', () => {})
    response.once('error', () => {})
    request.destroy()
    await vi.waitFor(async () => expect((await stateOf()).ended).toBe(true), { timeout: 20_000 })
    expect((await stateOf()).rowsRead).toBeLessThan(last + 50_000)
  })

  it.each(['identity', 'gzip'])('aborts when it fails in the middle (%s)', async (encoding) => {
    const { response } = await open({ format, rows: 50_000, failAt: 20_000 }, encoding)
    expect(response.statusCode).toBe(200)
    await expect(readAll(response)).rejects.toThrow(/aborted/)
  })

  it.each(['identity', 'gzip'])(
    'returns an ordinary error when it fails before its first byte (%s)',
    async (encoding) => {
      const { response } = await open({ format, rows: 10, failAt: 0 }, encoding)
      expect([response.statusCode, response.headers['content-type'], response.headers['content-disposition']]).toEqual([
        409,
        'application/json; charset=utf-8',
        undefined,
      ])
      expect(JSON.parse((await readAll(response)).toString())).toEqual({
        error: 'These rows are gone',
        message: 'These rows are gone',
      })
    },
  )

  it('needs no more memory for 200,000 rows than for a few, even when read slowly', async () => {
    await readAll((await open({ format, rows: 500 })).response, 40)
    const before = await stateOf()
    const bytes = await readAll((await open({ format, rows: 200_000 })).response, 40)
    const after = await stateOf()
    console.log(
      `.${format}: ${(bytes.length / 1e6).toFixed(1)} MB; held at most ${inMegabytes(after.held)} MiB (${inMegabytes(before.held)} for 500)`,
    )
    expect(after.rowsRead).toBe(200_000)
    expect(bytes.length).toBeGreaterThan(10_000_000)
    expect(after.held - before.held).toBeLessThan(8 * megabyte)
  })
})

it('rejects an unknown export format or time zone', async () => {
  for (const [query, field] of [
    [{ format: 'pdf', rows: 1 }, 'format'],
    [{ format: 'csv', rows: 1, timeZone: 'Mars/Olympus' }, 'timeZone'],
  ] as const) {
    const answer = await fetch(address(query))
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ field }] }])
  }
})
