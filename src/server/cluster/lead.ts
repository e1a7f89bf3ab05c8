import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockData } from '../platform/backup/lock.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import { machineTime, systemClock } from '../platform/clock.ts'
import type { ClusterConfig, Config } from '../platform/config.ts'
import { faultOfDisk } from '../platform/faults.ts'
import { createLogger } from '../platform/log.ts'
import { ConfigError } from '../platform/settings.ts'
import { version } from '../platform/version.ts'
import type { Hall } from './hall.ts'
import { Leader } from './leader.ts'
import { type Holder, Lease, LeaseWatch, pauseFor } from './lease.ts'
import { FencedError } from './log.ts'
import { type Head, MessageError } from './messages.ts'
import { endIfUnchanged, prepareNode, restart } from './node.ts'
import { EndRecord, type Membership, type Position, writeMembership } from './position.ts'
import { Replica } from './replica.ts'
import { Replicator } from './replicator.ts'
import {
  enoughBytes,
  isNameTaken,
  type NodeStatus,
  publishChecksum,
  requestSnapshot,
  respondToRequests,
} from './requests.ts'
import { checksumOf } from './snapshots.ts'
import { BehindError, Standby } from './standby.ts'
import { type StandbyServer, startStandbyServer } from './standby-server.ts'
import { Tail } from './tail.ts'
import { UploadCopy } from './uploads.ts'

/** Intervals in ms. */
const flushEvery = 1_000
const checkEvery = 100

/** Runs this server as a standby until it is elected. Ends the process if it is stopped before that. */
export async function untilLeader(config: Config & { cluster: ClusterConfig }): Promise<Leader> {
  const { dataDir, cluster } = config
  const { node } = cluster
  const log = createLogger(config.logLevel).child({ node })
  // Nobody else may open the file while it changes under SQLite.
  const leave = lockData(dataDir, 'alone')
  if (!leave) throw new ConfigError(`Another program uses ${dataDir}; stop it first`)
  const { hall, membership, resumeAt } = await prepareNode(config, cluster, log)
  const file = join(dataDir, databaseName)
  const end = new EndRecord(dataDir, membership.hall)
  const uploads = new UploadCopy(hall, dataDir, log)
  let server: StandbyServer | undefined
  let replicator: Replicator | undefined
  let leading: { address: string; stepAside: () => void; snapshot: () => void } | undefined

  const stepDown = (error: unknown) => {
    log.error({ err: error }, 'This server no longer leads. Restarting as a standby')
    restart()
  }
  const replica = new Replica(
    file,
    membership,
    () => server?.changed(),
    (position) => end.note(position),
  )
  const reportChecksum = async (id: string, size: number, sequence: number) =>
    publishChecksum(hall, id, { node, sequence, sum: await checksumOf(replica.file, size) })
  const { withoutQuorum } = cluster
  const tail = new Tail()
  let held: Lease | undefined
  const blocking = <T>(bytes: number, work: () => Promise<T>) => held?.during(pauseFor(bytes), work) ?? work()
  const startTerm = async (position: Position, onDisk: Membership) => {
    const at = { membership: onDisk, position, tail, end }
    replicator = new Replicator({ hall, dataDir, file, ...at, log, withoutQuorum, blocking, stepDown })
    await replicator.startTerm()
  }
  const lost = (to: Holder | undefined) =>
    stepDown(new Error(`The server ${to?.node ?? 'that released it'} took the lease`))
  const standby = new Standby({
    hall,
    replica,
    tail,
    log,
    received: async (head: Head) => {
      if (head.kind === 'verify') await reportChecksum(head.id, replica.size, replica.position.sequence)
    },
    startTerm: () => startTerm(replica.position, { ...membership, ...replica.position }),
    lost,
    filesChanged: () => void uploads.update(),
    disk: (error) => {
      const health = server?.app?.platform.health
      if (!error) return health?.wrote()
      log.error({ err: error }, 'The disk of this standby accepts no writes, so its copy does not follow the log')
      health?.raise(faultOfDisk(error))
    },
  })

  const status = (): NodeStatus => {
    const { sequence, term } = replicator?.position ?? replica.position
    const copy = leading ? { age: 0, lag: 0 } : { age: standby.age ?? null, lag: standby.lag }
    const role = leading ? 'leader' : 'standby'
    return {
      node,
      run: hall.run,
      role,
      address: leading?.address ?? server?.address ?? '',
      version,
      sequence,
      term,
      ...copy,
      now: machineTime(),
      freeBytes: freeBytes(dataDir),
    }
  }
  const ifLeader = (act: () => void) => {
    if (!leading) return undefined
    act()
    return { node }
  }
  const verify = (id: string) =>
    replicator
      ?.withStillFile(({ sequence }, size) => reportChecksum(id, size, sequence), id)
      .catch((error) => log.warn({ err: error }, 'The copies could not be compared'))
  respondToRequests(hall, {
    status,
    'step-down': () => ifLeader(() => leading?.stepAside()),
    verify: (id) => ifLeader(() => void verify(id)),
    snapshot: () => ifLeader(() => leading?.snapshot()),
  })
  const reportTakenName = async () => {
    if (await isNameTaken(hall))
      log.error(`CLUSTER_NODE: another server of the hall is named ${node} too. Give each server its own name`)
  }
  void reportTakenName().catch((error) => log.debug({ err: error }, 'Waiting for NATS'))

  let isStopping = false
  const stop = () => {
    isStopping = true
    standby.stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  const startOver = async (error: unknown) => {
    log.error({ err: error }, 'This copy does not match the log. Replacing it with a snapshot')
    await writeMembership(dataDir, { ...membership, isIncomplete: true })
    restart()
  }
  const startOverIfWrong = async (error: unknown) => {
    if (error instanceof MessageError || error instanceof BehindError) {
      // The newest snapshot may be older than what NATS has lost.
      await requestSnapshot(hall).catch(() => {})
      return startOver(error)
    }
    throw error
  }
  let isFollowing = true
  const flush = async () => {
    const position = await replica.flush()
    // A leader's replicator writes the membership, which may mark saves that only this server has.
    if (isFollowing) await writeMembership(dataDir, { ...membership, ...position })
  }
  let flushed = membership.sequence
  const timers = [
    setInterval(() => {
      if (replica.applied.sequence === flushed) return
      flushed = replica.applied.sequence
      void flush().catch((error) => log.error({ err: error }, 'The copy cannot be flushed to disk'))
    }, flushEvery),
    setInterval(() => {
      const page = replica.checkNext()
      if (page !== undefined) void startOver(new Error(`Page ${page} of the database file has changed on disk`))
    }, checkEvery),
  ]

  /** @param isSlow true if opening the database may block, for a migration for example */
  const begin = async (lease: Lease, led: Replicator, port: number, isSlow: boolean) => {
    log.warn({ ...led.position }, 'This server leads')
    held = lease
    const [announced, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open = () => {
      announced.resolve()
      return opened.promise
    }
    if (isSlow) void blocking(replica.size, open)
    else announced.resolve()
    await announced.promise
    const clockAt = standby.leaderClock
    const serving = (address: string, stepAside: () => void, snapshot: () => void) => {
      leading = { address, stepAside, snapshot }
      opened.resolve()
    }
    const { file } = replica
    const hasSpace = () => freeBytes(dataDir) > enoughBytes
    const own = { file, clockAt, port, withoutQuorum, hasSpace, serving }
    return new Leader({ hall, lease, replicator: led, log, uploads, ...own })
  }
  if (resumeAt) {
    for (const timer of timers) clearInterval(timer)
    log.warn('This server has saves that the cluster lacks. It waits for the lease to publish them')
    const lease = await resume(
      hall,
      resumeAt,
      lost,
      (position) => startTerm(position, membership),
      () => isStopping,
    )
    if (isStopping) process.exit(0)
    if (!lease || !replicator) return restart()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop)
    leave()
    return begin(lease, replicator, config.port, true)
  }

  await standby.begin().catch(startOverIfWrong)
  void uploads.update()
  // Before the first announcement, nothing is read.
  const clock = { now: () => Math.floor(standby.leaderClock ?? systemClock.now()) }
  server = await startStandbyServer(config, log, () => standby.age, clock)
  server.app?.platform.metrics.gauge(
    'cluster_lag_messages',
    'Messages of the log that this copy lacks',
    () => standby.lag,
  )
  server.app?.platform.metrics.gauge('cluster_age_seconds', 'Age of this copy', () => standby.age)
  server.app?.platform.metrics.gauge('cluster_leader', '1 on the leading server', () => 0)
  console.log(`\n  Examhall listens on ${server.address} as a standby\n`)
  const lease = await standby.follow().catch(startOverIfWrong)

  for (const timer of timers) clearInterval(timer)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop)
  const { port } = server
  await server.close()
  await flush()
  isFollowing = false
  leave()
  if (!lease || !replicator || isStopping) {
    await lease?.release()
    await hall.connection.close()
    process.exit(0)
  }
  // Without an app, the database belongs to another version.
  return begin(lease, replicator, port, server.app === undefined)
}

/** Free space on the disk of the folder; 0 if the disk does not respond. */
function freeBytes(dataDir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Interval between attempts to take the lease, in ms. */
const tryEvery = 300

/**
 * Takes the lease as soon as it is free, without changing the data.
 * @returns undefined if another server leads first
 */
async function resume(
  hall: Hall,
  ahead: Position,
  lost: (to: Holder | undefined) => void,
  startTerm: (at: Position) => Promise<void>,
  isStopping: () => boolean,
): Promise<Lease | undefined> {
  const watch = new LeaseWatch(hall)
  for (; !isStopping(); await sleep(tryEvery))
    try {
      const at = await endIfUnchanged(hall, ahead)
      if (!at) return undefined
      const revision = await watch.vacancy()
      if (revision === undefined) continue
      const lease = await Lease.take(hall, revision, lost)
      await startTerm(at)
      return lease
    } catch (error) {
      if (error instanceof FencedError) return undefined
    }
  return undefined
}
