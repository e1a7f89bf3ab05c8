import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPartName, uploadFolders } from '../platform/backup/manifest.ts'
import { shareFiles, writeStored } from '../platform/files.ts'
import type { Logger } from '../platform/log.ts'
import type { Hall } from './hall.ts'
import { noQuorum } from './replicator.ts'

/** Intervals and the longest time without a part of a file, in ms. */
const retryEvery = 500
const compareEvery = 2_000
const stallMs = 8_000

/** Time to wait for NATS before an upload is refused, or is stored on this server only, in ms. */
const patienceMs = { wait: 8_000, local: 1_500 }

/** Path of an upload below DATA_DIR/uploads, its name in the object store: `images/….png`. */
const nameOf = (folder: string, file: string) => `${folder.split(/[\\/]/).at(-1)}/${file}`

/** How a leader shares its uploads. */
export interface UploadSharing {
  /** Called after each change to the object store. */
  changed: () => void
  withoutQuorum: 'wait' | 'local'
  /** The error for new saves while there is no quorum. */
  refusal: () => Error | undefined
}

async function localNames(dataDir: string): Promise<Set<string>> {
  const names = new Set<string>()
  // Without files that are being written.
  for (const folder of uploadFolders)
    for (const file of await readdir(join(dataDir, 'uploads', folder)).catch(() => []))
      if (!file.endsWith('.part') && isPartName(`uploads/${folder}/${file}`)) names.add(`${folder}/${file}`)
  return names
}

/** Makes a new hall's object store contain a data folder's uploads. A server may delete some of them meanwhile. */
export async function storeUploads({ uploads }: Hall, dataDir: string): Promise<void> {
  const stored = new Set((await uploads.list()).map(({ name }) => name))
  for (const name of await localNames(dataDir)) {
    if (stored.delete(name)) continue
    const bytes = await readFile(join(dataDir, 'uploads', name)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (bytes) await uploads.putBlob({ name }, bytes)
  }
  for (const name of stored) await uploads.delete(name)
}

/** Returns an upload; undefined if it has been deleted. @throws if it is incomplete or damaged */
async function contentOf({ uploads }: Hall, name: string): Promise<Buffer | undefined> {
  const found = await uploads.get(name)
  if (!found) return undefined
  found.error.catch(() => {})
  // The client would wait forever for a chunk that NATS has lost.
  const stalled = new AbortController()
  const stall = setTimeout(() => stalled.abort(new Error(`The upload ${name} has a gap`)), stallMs)
  try {
    const chunks: Buffer[] = []
    const content = Readable.fromWeb(found.data as unknown as ReadableStream<Uint8Array>)
    for await (const chunk of addAbortSignal(stalled.signal, content)) {
      stall.refresh()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(stall)
  }
}

/** Keeps a server's uploads in sync with the object store. */
export class UploadCopy {
  readonly #hall: Hall
  readonly #dataDir: string
  readonly #log: Logger
  #running: Promise<void> | undefined
  #isOutdated = false
  /** Set on a leader. */
  #sharing: UploadSharing | undefined
  /** Deleted by this leader, but perhaps not yet in the object store. */
  readonly #deleted = new Set<string>()

  constructor(hall: Hall, dataDir: string, log: Logger) {
    this.#hall = hall
    this.#dataDir = dataDir
    this.#log = log
  }

  /**
   * From now on, a file must be in the object store before its row can be acknowledged, unless this server may continue
   * without a quorum. Also stores files that the object store lacks.
   */
  lead(sharing: UploadSharing): void {
    this.#sharing = sharing
    shareFiles({
      stored: (folder, file, bytes) => this.#share(sharing, nameOf(folder, file), bytes),
      deleted: async (folder, file) => {
        const name = nameOf(folder, file)
        this.#deleted.add(name)
        await this.#forget(name).catch(() => void this.update())
      },
    })
    void this.update()
  }

  /** @throws UNAVAILABLE without a quorum */
  async #share({ changed, withoutQuorum, refusal }: UploadSharing, name: string, bytes: Buffer) {
    const until = performance.now() + patienceMs[withoutQuorum]
    while (!refusal()) {
      const isStored = await this.#hall.uploads.putBlob({ name }, bytes).then(
        () => true,
        () => false,
      )
      if (isStored) return changed()
      if (performance.now() > until) break
      await sleep(retryEvery)
    }
    // The file may be stored although its acknowledgement was lost.
    if (withoutQuorum === 'wait') this.#deleted.add(name)
    void this.update()
    if (withoutQuorum === 'wait') throw noQuorum()
  }

  /** Deletes a file from the object store. */
  async #forget(name: string) {
    const { uploads } = this.#hall
    const info = await uploads.info(name)
    if (info && !info.deleted) await uploads.delete(name)
    this.#deleted.delete(name)
    this.#sharing?.changed()
  }

  /** Fetches what is missing and deletes what was deleted. Settles when every file is up to date. */
  update(): Promise<void> {
    this.#isOutdated = true
    this.#running ??= this.#repeat().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #repeat() {
    for (let reported = ''; this.#isOutdated && !this.#hall.connection.isClosed(); ) {
      this.#isOutdated = false
      const [failure] = await this.#compare().catch((error) => [error])
      if (failure === undefined) continue
      this.#isOutdated = true
      if (String(failure) !== reported) this.#log.warn({ err: failure }, 'Uploads could not be copied. Retrying')
      reported = String(failure)
      await sleep(compareEvery, undefined, { ref: false })
    }
  }

  /** @returns the errors of files that could not be copied */
  async #compare(): Promise<unknown[]> {
    const { uploads } = this.#hall
    const failures: unknown[] = []
    const each = async (names: Iterable<string>, step: (name: string, path: string) => Promise<void>) => {
      for (const name of names)
        await step(name, join(this.#dataDir, 'uploads', name)).catch((error) => failures.push(error))
    }
    await each([...this.#deleted], (name) => this.#forget(name))
    const local = await localNames(this.#dataDir)
    const stored = (await uploads.list()).map(({ name }) => name).filter((name) => isPartName(`uploads/${name}`))
    const missing = stored.filter((name) => !local.delete(name) && !this.#deleted.has(name))
    await each(missing, async (name, path) => {
      const bytes = await contentOf(this.#hall, name)
      if (bytes) await writeStored(dirname(path), basename(path), bytes)
    })
    // A file that NATS lacks may have been lost there. Only what was deleted is deleted.
    await each(local, async (name, path) => {
      const info = await uploads.info(name)
      if (info?.deleted) return rm(path, { force: true })
      if (info || !this.#sharing) return
      await uploads.putBlob({ name }, await readFile(path))
      this.#sharing.changed()
    })
    return failures
  }
}
