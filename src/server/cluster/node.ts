import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseName } from '../platform/backup/manifest.ts'
import { stampOf } from '../platform/backup/migrations.ts'
import { systemClock } from '../platform/clock.ts'
import type { ClusterConfig, Config } from '../platform/config.ts'
import type { Logger } from '../platform/log.ts'
import { ownArguments } from '../platform/script.ts'
import { ConfigError } from '../platform/settings.ts'
import { connectHall, type Hall, type HallFacts, requireFacts } from './hall.ts'
import { boundsOf, readLog } from './log.ts'
import { chainAfter, decodeHead } from './messages.ts'
import {
  endSuffix,
  type Membership,
  type Position,
  readEnd,
  readMembership,
  start,
  writeMembership,
} from './position.ts'
import { requestSnapshot } from './requests.ts'
import { compareSnapshots, dropLog, fetchSnapshot, isContinued } from './snapshots.ts'

const retryEvery = 500

/** Identifies the key file for sealed secrets without revealing it; undefined without a file. */
export function secretsKeyOf({ secretsKeyFile }: Config): string | undefined {
  if (!existsSync(secretsKeyFile)) return undefined
  return createHash('sha256').update('cluster').update(readFileSync(secretsKeyFile, 'utf8').trim()).digest('base64url')
}

/** Starts this program again with clean memory, as the same process: its sockets, locks and timers are gone. */
export function restart(): never {
  const { execPath } = process
  process.execve?.(execPath, [execPath, ...ownArguments()])
  throw new Error('This system cannot restart a process')
}

/** Moves a data folder's database and its log aside, and another hall's uploads. @returns the folder */
export function setAside(dataDir: string, why: 'replaced' | 'diverged' | 'ahead'): string {
  const folder = join(dataDir, `${why}-${stampOf(systemClock.now())}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const ending of ['', '-wal', '-shm', endSuffix]) {
    const name = `${databaseName}${ending}`
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(folder, name))
  }
  const uploads = join(dataDir, 'uploads')
  if (why === 'replaced' && existsSync(uploads)) renameSync(uploads, join(folder, 'uploads'))
  return folder
}

/**
 * Returns the data folder's membership of this hall; an empty folder joins.
 * @throws ConfigError if the folder contains other data, belongs to another hall, or has another secrets key
 */
function requireMembership(config: Config, { id, secretsKey }: HallFacts): Membership {
  const { dataDir, secretsKeyFile, cluster } = config
  const member = readMembership(dataDir)
  if (!member && existsSync(join(dataDir, databaseName)))
    throw new ConfigError(
      `DATA_DIR contains data that does not belong to the hall ${cluster?.name}. To replace it with the hall's, run: examhall cluster join --replace`,
    )
  if (member && member.hall !== id)
    throw new ConfigError(
      `DATA_DIR belongs to another hall. To replace its data with the hall ${cluster?.name}'s, run: examhall cluster join --replace`,
    )
  if (secretsKeyOf(config) !== secretsKey)
    throw new ConfigError(
      `SECRETS_KEY_FILE must be the same on all servers of the hall: copy it from another one to ${secretsKeyFile}`,
    )
  return member ?? { ...start, hall: id, isIncomplete: true }
}

/** A data folder that follows the log from `membership` on. To keep saves that only it has, it must lead immediately. */
export interface Prepared {
  hall: Hall
  membership: Membership
  /** Set if the write-ahead log holds acknowledged saves that only this server has: the end of the cluster's log. */
  resumeAt?: Position
}

/**
 * Returns the end of the log if nobody else has led since `ahead`; undefined otherwise. Only this server's own last
 * publications may follow: its write-ahead log contains them too.
 */
export async function endIfUnchanged(hall: Hall, ahead: Position): Promise<Position | undefined> {
  let at = ahead
  for (;;) {
    const messages = await readLog(hall, at.sequence + 1)
    for (const message of messages) {
      const head = decodeHead(message)
      if (head.term !== at.term) return undefined
      const completes = head.kind === 'group' && head.part === head.parts - 1
      const chain = chainAfter(at.chain, message)
      at = { ...at, sequence: at.sequence + 1, group: at.group + Number(completes), chain }
    }
    if (messages.length === 0) return (await boundsOf(hall)).last === at.sequence ? at : undefined
  }
}

/** Retries until NATS has what this server needs. Logs each reason for waiting once. */
const persist = async <T>(log: Logger, step: () => Promise<T>): Promise<T> => {
  for (let reported = ''; ; )
    try {
      return await step()
    } catch (error) {
      if (error instanceof ConfigError) throw error
      if (String(error) !== reported) log.warn({ err: error }, `Waiting for NATS: ${(error as Error).message}`)
      reported = String(error)
      await sleep(retryEvery)
    }
}

/**
 * Connects to the hall, and brings the data folder to a state that the log continues: without unpublished commits, from
 * a snapshot if necessary. The caller holds the folder's locks.
 * @throws ConfigError
 */
export async function prepareNode(config: Config, cluster: ClusterConfig, log: Logger): Promise<Prepared> {
  const hall = await connectHall(cluster, { wait: true })
  const facts = await persist(log, () => requireFacts(hall, cluster))
  const { dataDir } = config
  let membership = requireMembership(config, facts)
  if (membership.ahead) {
    const { ahead } = membership
    const resumeAt = await persist(log, () => endIfUnchanged(hall, ahead))
    if (resumeAt) return { hall, membership, resumeAt }
    const folder = setAside(dataDir, 'diverged')
    log.error(
      { folder },
      'This server acknowledged saves while the cluster had no quorum, and then another server led. Its data was moved aside; compare it with the current data',
    )
    membership = { ...membership, ...start, isIncomplete: true, ahead: undefined }
  }
  await persist(log, async () => {
    const { first, last } = await boundsOf(hall)
    const { sequence } = membership
    const end = readEnd(dataDir, membership.hall)
    const isAhead = last < sequence || (end !== undefined && !(await isContinued(hall, end)))
    if (isAhead && !membership.isIncomplete) {
      const folder = setAside(dataDir, 'ahead')
      log.error(
        { folder, last, sequence: end?.sequence ?? sequence },
        "The cluster's log ends before this data. The data was moved aside",
      )
      membership = { ...membership, ...start, isIncomplete: true }
    }
    // Commits that were not acknowledged, or that the cluster's log contains anyway.
    dropLog(dataDir)
    if (!membership.isIncomplete && first <= sequence + 1 && existsSync(join(dataDir, databaseName))) return
    membership = { ...membership, isIncomplete: true }
    await writeMembership(dataDir, membership)
    const { continued, others } = await compareSnapshots(hall)
    const newest = continued[0]
    if (newest ? newest.position.sequence + 1 < first : others.length > 0) {
      const leader = await requestSnapshot(hall)
      const remedy = leader
        ? `The leader ${leader} stores a newer one`
        : 'No server leads that could store a newer one: see "Lost log" in docs/cluster.md'
      throw new Error(
        newest
          ? `The log in NATS begins at message ${first}, but the newest snapshot ends at ${newest.position.sequence}. ${remedy}`
          : `The log in NATS ends at message ${last}, and no snapshot belongs to it. ${remedy}`,
      )
    }
    const position = await fetchSnapshot(hall, dataDir)
    if (!position)
      throw new ConfigError('The hall has no snapshot. On the server that has the data, run: examhall cluster init')
    log.info({ ...position }, 'Fetched a snapshot')
    for (const { name } of others)
      log.error({ snapshot: name, last }, 'NATS has lost the end of the log, so a newer snapshot was ignored')
    membership = { ...membership, ...position, isIncomplete: false }
    await writeMembership(dataDir, membership)
  })
  return { hall, membership }
}
