import { existsSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { membershipFile } from '../platform/backup/lock.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import { ConfigError } from '../platform/settings.ts'
import { firstChain } from './messages.ts'

const position = z.object({
  /** Sequence of the last applied message in the log. */
  sequence: z.int().nonnegative(),
  term: z.int().nonnegative(),
  /** Number of the last complete group. */
  group: z.int().nonnegative(),
  /** Hash of all messages up to `sequence`. */
  chain: z.string(),
})
/** A place in the log. */
export type Position = z.output<typeof position>

export const start: Position = { sequence: 0, term: 0, group: 0, chain: firstChain }

const membership = position.extend({
  /** Id of the hall that the data folder belongs to. */
  hall: z.string(),
  /** True while the database file does not match the log, so a snapshot is needed. */
  isIncomplete: z.boolean().default(false),
  /**
   * While SQLite's write-ahead log may hold saves that were acknowledged without a quorum (CLUSTER_WITHOUT_QUORUM): the
   * end of the cluster's log when that began.
   */
  ahead: position.optional(),
})
/**
 * A data folder's membership, stored beside the database. The database file contains at least everything up to the
 * position; applying messages again is harmless, because they carry whole pages.
 */
export type Membership = z.output<typeof membership>

/** Returns a data folder's membership; undefined if it belongs to no cluster. @throws ConfigError */
export function readMembership(dataDir: string): Membership | undefined {
  const path = membershipFile(dataDir)
  if (!existsSync(path)) return undefined
  const parsed = membership.safeParse(JSON.parse(readFileSync(path, 'utf8') || 'null'))
  if (!parsed.success)
    throw new ConfigError(`${path} cannot be read. Run: examhall cluster join --replace (the data is kept beside it)`)
  return parsed.data
}

const writing = new Map<string, Promise<void>>()

/** Stores a data folder's membership, flushed and atomically; calls for one folder run one after the other. */
export function writeMembership(dataDir: string, what: Membership): Promise<void> {
  const path = membershipFile(dataDir)
  const write = async () => {
    const file = await open(`${path}.part`, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(what)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
  }
  const done = (writing.get(path) ?? Promise.resolve()).catch(() => {}).then(write)
  writing.set(path, done)
  return done
}

/** Ending of the file beside the database that records where the database ends. */
export const endSuffix = '-end'
const endFile = (dataDir: string) => join(dataDir, `${databaseName}${endSuffix}`)
const recordBytes = 256
const syncAfter = 1_000

const recordedEnd = position.extend({ hall: z.string() })

/**
 * Records the position up to which a database and its write-ahead log may contain the log, so that the next start
 * notices if NATS has lost a part of it. A killed process loses nothing; a machine without power, up to a second.
 */
export class EndRecord {
  readonly #file: number
  readonly #hall: string
  #timer: NodeJS.Timeout | undefined

  /** @param hall its id */
  constructor(dataDir: string, hall: string) {
    const path = endFile(dataDir)
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
    this.#hall = hall
  }

  /** Records a position. Costs no flush. */
  note(end: Position): void {
    try {
      writeSync(this.#file, JSON.stringify({ hall: this.#hall, ...end }).padEnd(recordBytes), 0)
    } catch {
      // A full disk. The record only matters if NATS loses messages too.
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      fdatasync(this.#file, () => {})
    }, syncAfter).unref()
  }

  /** Flushes the record to disk. Call before the write-ahead log is copied into the file. */
  sync(): void {
    fdatasyncSync(this.#file)
  }
}

/** Returns the recorded end of a data folder's database; undefined if there is none of this hall. */
export function readEnd(dataDir: string, hall: string): Position | undefined {
  const path = endFile(dataDir)
  if (!existsSync(path)) return undefined
  try {
    const { hall: recorded, ...end } = recordedEnd.parse(JSON.parse(readFileSync(path, 'utf8')))
    return recorded === hall ? end : undefined
  } catch {
    // Cut short by a loss of power.
    return undefined
  }
}
