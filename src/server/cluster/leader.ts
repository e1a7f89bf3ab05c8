import { type Clock, SteadyClock } from '../platform/clock.ts'
import { faultOfDisk } from '../platform/faults.ts'
import type { Logger } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { type Hall, leadElsewhere, localServerOf } from './hall.ts'
import type { Lease } from './lease.ts'
import { restart } from './node.ts'
import type { Position } from './position.ts'
import type { Replicator, Reports } from './replicator.ts'
import { findFitStandby, reachesStandby } from './requests.ts'
import { dropLeftovers, storeSnapshot } from './snapshots.ts'
import type { Announcement } from './standby.ts'
import type { UploadCopy } from './uploads.ts'

/** Intervals in ms. A snapshot is also taken after this many bytes of log. */
const announceEvery = 250
const checkLeaseEvery = 500
const checkDiskEvery = 500
const placeEvery = 2_000
const snapshotEvery = 10 * 60_000
const snapshotBytes = 64 * 1024 * 1024

interface Options {
  hall: Hall
  lease: Lease
  replicator: Replicator
  log: Logger
  uploads: UploadCopy
  /** The open database file. */
  file: number
  /** The previous leader's clock, ms UTC, if it was received. */
  clockAt: number | undefined
  withoutQuorum: 'wait' | 'local'
  /** True if the disk of the data folder has enough free space to lead. */
  hasSpace: () => boolean
  /** Port on which this node listened as a standby. */
  port: number
  /** Called when this leader serves. @param stepAside lets another node lead @param snapshot stores one */
  serving: (address: string, stepAside: () => void, snapshot: () => void) => void
}

/** The recurring work of the node that leads a hall. */
export class Leader {
  /** Continues the previous leader's clock, so that a change of machines does not shift running exams. */
  readonly clock: Clock
  readonly replication: Replicator
  readonly port: number
  readonly #options: Options
  readonly #timers: NodeJS.Timeout[] = []
  #files = 0
  #snapshotPosition = -1
  #loggedBytes = 0
  #isSnapshotting = false
  #isLookingForStandby = false
  #isPlacing = false
  #isDiskReported = false
  #unfinished: Awaited<ReturnType<typeof dropLeftovers>> = new Map()

  constructor(options: Options) {
    this.#options = options
    this.clock = new SteadyClock(undefined, undefined, options.clockAt)
    this.replication = options.replicator
    this.port = options.port
    options.uploads.lead({
      changed: () => {
        this.#files++
        this.#announce()
      },
      withoutQuorum: options.withoutQuorum,
      refusal: () => options.replicator.refusal,
    })
    this.#timers.push(setInterval(() => this.#announce(), announceEvery))
  }

  #announce() {
    const { connection, names } = this.#options.hall
    const { sequence, term } = this.replication.position
    const announcement: Announcement = { sequence, term, clock: this.clock.now(), files: this.#files }
    connection.publish(names.end, JSON.stringify(announcement))
  }

  /**
   * Starts reporting to the services.
   * @param address at which this leader serves
   * @param stepAside completes and closes everything, then starts again as a standby
   */
  async begin({ health, metrics }: Services, address: string, stepAside: () => void): Promise<void> {
    const { lease, replicator, serving } = this.#options
    const logMessage = metrics.cluster()
    const reports: Partial<Reports> = {
      quorum: (state, error) => {
        if (state === 'waiting') health.raise('cluster_no_quorum', { err: error })
        else health.clear('cluster_no_quorum')
        if (state === 'there') health.clear('cluster_log_lost')
        if (state === 'local') health.raise('cluster_local_only')
        else health.clear('cluster_local_only')
      },
      endLost: (last) => health.raise('cluster_log_lost', { stored: last, acknowledged: replicator.position.sequence }),
      published: (bytes, ms) => {
        logMessage(bytes, ms)
        this.#loggedBytes += bytes
        if (this.#loggedBytes > snapshotBytes) void this.#snapshot()
      },
      moved: () => this.#announce(),
      failed: (error) => health.raise(faultOfDisk(error), { err: error }),
    }
    replicator.report(reports)
    metrics.gauge('cluster_leader', '1 on the leading server', () => 1)
    metrics.gauge('cluster_lease_held', '1 while the lease is renewed in time', () => Number(lease.isHeld))
    metrics.gauge('cluster_log_sequence', 'Last message of the log', () => replicator.position.sequence)
    metrics.gauge('cluster_term', 'Number of the current term', () => replicator.position.term)
    this.#timers.push(setInterval(() => void this.#snapshot(), snapshotEvery))
    this.#timers.push(setInterval(() => void this.#checkLease(health), checkLeaseEvery))
    this.#timers.push(setInterval(() => void this.#checkDisk(health, stepAside), checkDiskEvery))
    this.#timers.push(setInterval(() => void this.#place().catch(() => {}), placeEvery))
    serving(address, stepAside, () => void this.#snapshot())
    await lease.announce(address)
  }

  /**
   * Sends balancers elsewhere while another server may lead. If a standby responds and NATS stores nothing, too few NATS
   * servers are running, so nobody else can lead.
   */
  async #checkLease(health: Services['health']) {
    const { lease, hall, withoutQuorum } = this.#options
    // Configured to continue alone.
    if (withoutQuorum === 'local') return
    if (lease.isHeld || (await reachesStandby(hall).catch(() => false))) health.clear('cluster_cut_off')
    else health.raise('cluster_cut_off')
  }

  /** Keeps NATS's leaders off this machine, as far as NATS responds. */
  async #place() {
    const { hall, replicator } = this.#options
    const server = localServerOf(hall)
    if (server === undefined || this.#isPlacing) return
    this.#isPlacing = true
    await leadElsewhere(hall, server, (move) => replicator.betweenPublications(move)).finally(() => {
      this.#isPlacing = false
    })
  }

  /** Steps aside if this disk accepts no writes and a standby can lead. Otherwise stays, because reads still work. */
  async #checkDisk(health: Services['health'], stepAside: () => void) {
    const { hall, log, hasSpace } = this.#options
    // `disk_full` lasts until the next write.
    const isUnfit = health.has('disk_read_only') || health.has('disk_error') || (health.has('disk_full') && !hasSpace())
    if (!isUnfit) {
      this.#isDiskReported = false
      return
    }
    if (this.#isLookingForStandby) return
    this.#isLookingForStandby = true
    const standby = await findFitStandby(hall).catch(() => undefined)
    this.#isLookingForStandby = false
    if (standby !== undefined) {
      log.warn({ standby }, 'The disk of this server accepts no writes. A standby can take over')
      return stepAside()
    }
    if (this.#isDiskReported) return
    this.#isDiskReported = true
    log.error('The disk of this server accepts no writes, and no standby is up to date and has space. It keeps leading')
  }

  async #snapshot() {
    const { hall, log, file, replicator } = this.#options
    if (this.#isSnapshotting || replicator.position.sequence === this.#snapshotPosition) return
    this.#isSnapshotting = true
    this.#loggedBytes = 0
    try {
      const made = await replicator.withStillFile((position: Position, size) =>
        storeSnapshot(hall, file, size, position),
      )
      this.#snapshotPosition = made.position.sequence
      this.#unfinished = await dropLeftovers(hall, this.#unfinished)
      log.info({ snapshot: made.name, bytes: made.bytes }, 'Stored a snapshot')
    } catch (error) {
      log.warn({ err: error }, 'No snapshot was stored')
    } finally {
      this.#isSnapshotting = false
    }
  }

  /** Lets another node take over at once. Call when all writes have ended. */
  async release(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#isSnapshotting)
      this.#options.log.warn(
        'The snapshot in progress was abandoned. Nothing is lost: the earlier one and the log remain',
      )
    await this.#options.lease.release()
    await this.#options.hall.connection.close()
  }

  /** Starts this process again, as a standby. */
  readonly restart = restart
}
