import { join } from 'node:path'
import { lockData } from '../platform/backup/lock.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import { finishReplacement } from '../platform/backup/replace.ts'
import { type Clock, machineTime, SteadyClock } from '../platform/clock.ts'
import type { ClusterConfig, Config } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { ConfigError } from '../platform/settings.ts'
import { version } from '../platform/version.ts'
import type { Services } from '../services.ts'
import { MessageError } from './messages.ts'
import { prepareNode, restart } from './node.ts'
import { writeMembership } from './position.ts'
import { Replica } from './replica.ts'
import { Replicator, type Reports } from './replicator.ts'
import { answerRequests, type NodeStatus, publishSum } from './requests.ts'
import { storeSnapshot, sumOfFile } from './snapshots.ts'
import { type Announcement, BehindError, Standby } from './standby.ts'
import { StandbyServer } from './standby-server.ts'

/** Intervals in ms. */
const announceEvery = 250
const flushEvery = 1_000
const checkEvery = 100
const snapshotEvery = 10 * 60_000
/** Bytes of log after which a snapshot is taken. */
const snapshotBytes = 64 * 1024 * 1024

/** A node that leads the hall. */
export interface Leadership {
  /** Continues the previous leader's clock. */
  clock: Clock
  replication: Replicator
  /** Port on which this node listened as a standby. */
  port: number
  /**
   * Starts the leader's recurring work.
   * @param address at which it serves
   * @param stepAside completes and closes everything, then starts again as a standby
   */
  begin(app: Services, address: string, stepAside: () => void): Promise<void>
  /** Lets another node take over at once. Call when all writes have ended. */
  release(): Promise<void>
  /** Starts this process again, as a standby. */
  restart(): void
}

/** Runs this server as a standby until it is elected, or until it is told to stop. */
export async function untilLeader(config: Config & { cluster: ClusterConfig }): Promise<Leadership> {
  const { dataDir, cluster } = config
  const log = createLogger(config.logLevel).child({ node: cluster.node })
  const server = await StandbyServer.listen(config, log)
  console.log(`\n  Examhall listens on ${server.address} as a standby\n`)
  // Nobody else may open the file while it changes under SQLite.
  const leave = lockData(dataDir, 'alone')
  if (!leave) throw new ConfigError(`Another program uses ${dataDir}; stop it first`)
  finishReplacement(dataDir)

  const { hall, membership } = await prepareNode(config, cluster, log)
  const file = join(dataDir, databaseName)
  const replica = new Replica(file, membership, () => server.changed())
  const stepDown = (error?: unknown) => {
    log.error({ err: error }, 'This server no longer leads. It starts again as a standby')
    restart()
  }
  const reports: Reports = {
    quorum: () => {},
    published: () => {},
    moved: () => {},
    fenced: stepDown,
  }
  let replicator: Replicator | undefined
  const standby = new Standby({
    hall,
    replica,
    log,
    noticed: async (head) => {
      if (head.kind !== 'verify') return
      const sum = await sumOfFile(replica.file, replica.size)
      const { sequence } = replica.position
      publishSum(hall, head.id, { node: cluster.node, sequence, sum })
    },
    startTerm: async () => {
      const at = { ...membership, ...replica.position }
      const { withoutQuorum } = cluster
      replicator = new Replicator({ hall, dataDir, file, membership: at, withoutQuorum, reports })
      await replicator.startTerm()
    },
    lost: (to) => stepDown(new Error(`The server ${to?.node ?? 'of nobody'} took the lease`)),
  })
  await server.show(standby)
  let role: NodeStatus['role'] = 'standby'
  let address = server.address
  const status = (): NodeStatus => ({
    node: cluster.node,
    role,
    address,
    version,
    ...(role === 'leader' && replicator
      ? { sequence: replicator.position.sequence, term: replicator.position.term, age: 0, lag: 0 }
      : {
          sequence: replica.position.sequence,
          term: replica.position.term,
          age: standby.age ?? null,
          lag: standby.lag,
        }),
    now: machineTime(),
  })
  const verify = async (id: string) =>
    replicator?.withStillFile(async ({ sequence }, size) => {
      publishSum(hall, id, { node: cluster.node, sequence, sum: await sumOfFile(replica.file, size) })
    }, id)
  const ifLeader = (act: () => void) => {
    if (role !== 'leader') return undefined
    act()
    return { node: cluster.node }
  }
  let askedToStop = () => {}
  answerRequests(hall, {
    status,
    'step-down': () => ifLeader(() => askedToStop()),
    verify: (id) => ifLeader(() => void verify(id).catch((error) => log.warn({ err: error }, 'Not verified'))),
  })

  let isStopping = false
  const stop = () => {
    isStopping = true
    standby.stop()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const flush = async () => writeMembership(dataDir, { ...membership, ...(await replica.flush()) })
  let flushed = membership.sequence
  const flushing = setInterval(() => {
    if (replica.applied.sequence === flushed) return
    flushed = replica.applied.sequence
    void flush().catch((error) => log.error({ err: error }, 'The copy cannot be flushed'))
  }, flushEvery)
  const startOver = async (error: unknown) => {
    log.error({ err: error }, 'This copy does not match the log. It is replaced with a snapshot')
    await writeMembership(dataDir, { ...membership, isIncomplete: true })
    restart()
  }
  const checking = setInterval(() => {
    const page = replica.checkNext()
    if (page !== undefined) void startOver(new Error(`Page ${page} of the database file has changed on disk`))
  }, checkEvery)

  const lease = await standby.follow().catch((error) => {
    if (error instanceof MessageError || error instanceof BehindError) return startOver(error)
    throw error
  })
  clearInterval(flushing)
  clearInterval(checking)
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  const { port } = server
  await server.close()
  await flush()
  leave()
  if (!lease || !replicator || isStopping) {
    await lease?.release()
    await hall.connection.close()
    process.exit(0)
  }
  const led = replicator
  log.info({ ...led.position }, 'This server leads')

  const clock = new SteadyClock(undefined, undefined, standby.leaderClock)
  const timers: NodeJS.Timeout[] = []
  const announce = () => {
    const { sequence, term } = led.position
    const said: Announcement = { sequence, term, clock: clock.now() }
    hall.connection.publish(hall.names.end, JSON.stringify(said))
  }
  reports.moved = announce
  let [loggedBytes, snapshotting] = [0, false]
  const snapshot = async () => {
    if (snapshotting) return
    snapshotting = true
    loggedBytes = 0
    try {
      const made = await led.withStillFile((position, size) => storeSnapshot(hall, replica.file, size, position))
      log.info({ snapshot: made.name, bytes: made.bytes }, 'Stored a snapshot')
    } catch (error) {
      log.warn({ err: error }, 'No snapshot was stored')
    } finally {
      snapshotting = false
    }
  }
  return {
    clock,
    replication: led,
    port,
    begin: async ({ health }, at, stepAside) => {
      role = 'leader'
      address = at
      askedToStop = stepAside
      reports.quorum = (state, error) => {
        if (state === 'waiting') health.raise('cluster_no_quorum', { err: error })
        else health.clear('cluster_no_quorum')
        if (state === 'local') health.raise('cluster_local_only')
        else health.clear('cluster_local_only')
      }
      reports.published = (bytes) => {
        loggedBytes += bytes
        if (loggedBytes > snapshotBytes) void snapshot()
      }
      timers.push(
        setInterval(announce, announceEvery),
        setInterval(() => void snapshot(), snapshotEvery),
      )
      await lease.announce(address)
    },
    restart,
    release: async () => {
      for (const timer of timers) clearInterval(timer)
      await lease.release()
      await hall.connection.close()
    },
  }
}
