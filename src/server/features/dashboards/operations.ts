import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judge } from '#server/judge/types.ts'
import type { Platform } from '#server/platform/platform.ts'
import { operationsRepo } from './operations.repo.ts'

/** Health metrics of a running server. Sizes are in bytes, times in ms UTC. */
export interface Figures {
  databaseBytes: number
  walBytes: number
  freePages: number
  diskFreeBytes: number
  /** Undefined until first computed. */
  uploadBytes: number | undefined
  mailsWaiting: number
  oldestMailAt: number | null
  running: number
  sessions: number
  lastBackups: { kind: string; at: number | null }[]
  /** Number of languages that can be judged; undefined until first checked. */
  languages: number | undefined
}

/** Cache lifetimes in ms. Uploads are measured less often, because measuring visits every file. */
const freshFor = { figures: 10_000, uploads: 600_000 }
/** A monotonic clock for the cache, because the exam clock may be stopped. */
const ticks = () => performance.now()
const little = 1024 ** 3

/** Computes and caches health metrics. */
export class ServerFigures {
  readonly #app: Platform
  readonly #judge: Pick<Judge, 'languages'>
  #figures: Promise<Figures> | undefined
  #readAt = 0
  #uploads: number | undefined
  #uploadsAt: number | undefined
  #languages: number | undefined
  #asked = false

  constructor(app: Platform, judge: Pick<Judge, 'languages'>) {
    this.#app = app
    this.#judge = judge
  }

  /** The metrics, at most 10 s old. */
  read(): Promise<Figures> {
    if (this.#figures === undefined || ticks() - this.#readAt > freshFor.figures) {
      this.#readAt = ticks()
      this.#figures = this.#compute()
      // Retry on the next call.
      this.#figures.catch(() => {
        this.#figures = undefined
      })
    }
    return this.#figures
  }

  async #compute(): Promise<Figures> {
    const { db, clock, config, health } = this.#app
    const repo = operationsRepo(db.read)
    const file = join(config.dataDir, 'examhall.db')
    this.#refresh()
    const { bavail, bsize } = await statfs(config.dataDir)
    const diskFreeBytes = bavail * bsize
    if (diskFreeBytes < little) health.raise('disk_low', { diskFreeBytes })
    else health.clear('disk_low')
    const { waiting, oldestAt } = await repo.waitingMail()
    return {
      databaseBytes: await sizeOf(file),
      walBytes: await sizeOf(`${file}-wal`),
      freePages: await repo.freePages(),
      diskFreeBytes,
      uploadBytes: this.#uploads,
      mailsWaiting: waiting,
      oldestMailAt: oldestAt,
      running: await repo.countRunning(),
      sessions: await repo.countSessions(clock.now()),
      lastBackups: await repo.lastBackups(),
      languages: this.#languages,
    }
  }

  /** Refreshes slow metrics in the background, for the next call. */
  #refresh() {
    const { config, log } = this.#app
    if (this.#uploadsAt === undefined || ticks() - this.#uploadsAt > freshFor.uploads) {
      this.#uploadsAt = ticks()
      sizeOfFolder(join(config.dataDir, 'uploads')).then(
        (bytes) => {
          this.#uploads = bytes
        },
        (error) => log.warn({ err: error }, 'Failed to compute the size of the uploads'),
      )
    }
    if (this.#asked) return
    this.#asked = true
    void this.#judge.languages().then((languages) => {
      this.#languages = languages.filter(({ available }) => available).length
    })
  }
}

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Total size of the files in a folder, recursively, in bytes; 0 when it does not exist. */
async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await sizeOfFolder(path) : await sizeOf(path)
  }
  return bytes
}
