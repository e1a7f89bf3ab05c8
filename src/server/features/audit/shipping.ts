import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import type { Database, Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import { type AuditRow, chainRepo } from './chain.repo.ts'
import { previousOf, sealOf } from './chain.ts'
import { removalRepo } from './removal.repo.ts'

/** Copies of the audit log outside the database: `AUDIT_LOG_FILE` and `AUDIT_SYSLOG`. */

interface Destination {
  name: 'file' | 'syslog'
  /** Sends entries in order. @throws if any of them may not have arrived */
  send(entries: readonly Shipped[]): Promise<void>
  /** The number of the last received entry, if the destination can report it. */
  last(db: Db): Promise<number | undefined>
}

const keyOf = ({ name }: Destination) => `audit_shipped_${name}`

/** The number of the last entry that a destination has received, according to the database. */
async function shippedTo(db: Db, destination: Destination): Promise<number | undefined> {
  const number = await storedValuesRepo(db).get(keyOf(destination))
  return number === undefined ? undefined : Number(number)
}

interface Shipped {
  row: AuditRow
  previousHash: string | null
}

const shippedPerBatch = 100

/** An entry as one line of JSON, including everything its hash covers. */
function lineOf({ row, previousHash }: Shipped, withDetail = true): string {
  const { actorDigest: _, subjectDigest: __, detailDigest: ___, detail, hash, at, ...fields } = row
  return JSON.stringify({
    ...fields,
    at: new Date(at).toISOString(),
    ...(withDetail ? { detail } : {}),
    seal: sealOf(row),
    previousHash: previousOf({ number: row.number, previousHash }),
    hash,
  })
}

/** Parses a shipped line; undefined for any other line. */
function entryIn(line: string): { number: number; hash: string } | undefined {
  try {
    const { number, hash } = JSON.parse(line)
    return Number.isInteger(number) && typeof hash === 'string' ? { number, hash } : undefined
  } catch {
    return undefined
  }
}

/** True if the log contains this entry. An entry removed by retention passes unless an anchor contradicts it. */
async function isOurs(db: Db, { number, hash }: { number: number; hash: string }): Promise<boolean> {
  const known = (await chainRepo(db).find(number)) ?? (await removalRepo(db).anchorAt(number))
  return known ? known.hash === hash : number < ((await chainRepo(db).anchor())?.number ?? 0)
}

const tailStep = 64 * 1024

/** Returns the last complete line, after truncating an incomplete one left by a crash. */
async function lastLine(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  let tail = Buffer.alloc(0)
  for (let start = size; ; ) {
    const end = tail.lastIndexOf(0x0a)
    const begin = end < 0 ? -1 : tail.lastIndexOf(0x0a, end - 1)
    if (begin >= 0 || start === 0) {
      if (start + end + 1 < size) await file.truncate(start + end + 1)
      return end < 0 ? '' : tail.toString('utf8', begin + 1, end)
    }
    const length = Math.min(tailStep, start)
    start -= length
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
    tail = Buffer.concat([buffer, tail])
  }
}

/**
 * Appends and fsyncs lines. The last line shows which entry arrived last, even after a crash before the database was
 * updated.
 */
function fileDestination(path: string): Destination {
  return {
    name: 'file',
    send: async (entries) => {
      const file = await open(path, 'a', 0o600)
      try {
        await file.appendFile(entries.map((entry) => `${lineOf(entry)}\n`).join(''))
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    last: async (db) => {
      const file = await open(path, 'a+', 0o600)
      try {
        const entry = entryIn(await lastLine(file))
        return entry && (await isOurs(db, entry)) ? entry.number : undefined
      } finally {
        await file.close()
      }
    },
  }
}

/** RFC 5424: authorization messages (13), informational (6). */
const priority = 13 * 8 + 6
/** Receivers may reject longer datagrams, so longer messages are sent without their detail. */
const maxMessageBytes = 8_192

/** RFC 5424 over UDP. There are no acknowledgements, so sent entries count as received. */
function syslogDestination({ host, port }: { host: string; port: number }): Destination {
  const messageOf = (entry: Shipped) => {
    const header = `<${priority}>1 ${new Date(entry.row.at).toISOString()} ${hostname()} examhall ${process.pid} audit - `
    const whole = Buffer.from(header + lineOf(entry))
    return whole.length <= maxMessageBytes ? whole : Buffer.from(header + lineOf(entry, false))
  }
  return {
    name: 'syslog',
    send: async (entries) => {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
      try {
        for (const entry of entries)
          await new Promise<void>((resolve, reject) =>
            socket.send(messageOf(entry), port, host, (error) => (error ? reject(error) : resolve())),
          )
      } finally {
        socket.close()
        await once(socket, 'close')
      }
    },
    last: async () => undefined,
  }
}

interface Shipment {
  destination: Destination
  /** The number of the last entry sent; undefined at startup and after a failure. */
  last: number | undefined
}

/** @returns true if there may be more */
async function ship(db: Database, shipment: Shipment): Promise<boolean> {
  const { destination } = shipment
  shipment.last ??= (await destination.last(db.read)) ?? (await shippedTo(db.read, destination)) ?? 0
  const after = shipment.last
  const rows = await chainRepo(db.read).listAfter(after, shippedPerBatch)
  const last = rows.at(-1)?.number
  if (!last) return false
  const before = ((await chainRepo(db.read).find(after)) ?? (await removalRepo(db.read).anchorAt(after)))?.hash ?? null
  const entries = rows.map((row, index) => ({ row, previousHash: rows[index - 1]?.hash ?? before }))
  try {
    await destination.send(entries)
  } catch (error) {
    shipment.last = undefined
    throw error
  }
  shipment.last = last
  await db.write((tx) => storedValuesRepo(tx).set(keyOf(destination), String(last)))
  return rows.length === shippedPerBatch
}

/** Ships the log to the configured file and syslog server. */
export class AuditShipping {
  readonly #app: Platform
  readonly #shipments: readonly Shipment[]
  #running: Promise<boolean> | undefined

  constructor(app: Platform) {
    this.#app = app
    const { file, syslog } = app.config.auditLog
    this.#shipments = [
      ...(file ? [{ destination: fileDestination(file), last: undefined }] : []),
      ...(syslog ? [{ destination: syslogDestination(syslog), last: undefined }] : []),
    ]
  }

  async #shipAll(): Promise<boolean> {
    const { db, health } = this.#app
    const failures: unknown[] = []
    let more = false
    for (const shipment of this.#shipments)
      try {
        more = (await ship(db, shipment)) || more
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) health.raise('audit_log_waits', { err: failures[0] })
    else health.clear('audit_log_waits')
    return more
  }

  /** Ships new entries. Entries that fail are retried later. @returns true if there may be more */
  async ship(): Promise<boolean> {
    await this.#running
    this.#running = this.#shipAll()
    return this.#running
  }

  /** The number up to which every destination has the log; undefined without destinations. */
  async last(db: Db): Promise<number | undefined> {
    const numbers = await Promise.all(
      this.#shipments.map(async ({ destination }) => (await shippedTo(db, destination)) ?? 0),
    )
    return numbers.length === 0 ? undefined : Math.min(...numbers)
  }

  /** Ships the remaining entries at shutdown. */
  async finish(): Promise<void> {
    while (await this.ship());
  }
}

/** Compares a file of shipped lines with the log. @returns the number of matching lines, and the first mismatch */
export async function compareShipped(
  db: Db,
  path: string,
): Promise<{ lines: number; wrong?: { line: number; number?: number } }> {
  let lines = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const entry = entryIn(text)
    if (!entry || !(await isOurs(db, entry)))
      return { lines, wrong: { line: lines + 1, ...(entry && { number: entry.number }) } }
    lines++
  }
  return { lines }
}
