import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPartName, uploadFolders } from '../platform/backup/manifest.ts'
import { shareFiles, writeStored } from '../platform/files.ts'
import type { Logger } from '../platform/log.ts'
import type { Hall } from './hall.ts'

/** Intervals and the longest time without a part of a file, in ms. */
const retryEvery = 500
const compareEvery = 2_000
const stallMs = 8_000

/** Retries until NATS has a quorum. */
async function persist<T>(step: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await step()
    } catch {
      await sleep(retryEvery)
    }
}

/** Path of an upload below DATA_DIR/uploads, its name in the object store: `images/….png`. */
const nameOf = (folder: string, file: string) => `${folder.split(/[\\/]/).at(-1)}/${file}`

/**
 * From now on, a stored file must also be in the object store before its row can be acknowledged.
 * @param changed called after each change
 */
export function shareUploads({ uploads }: Hall, changed: () => void): void {
  shareFiles({
    stored: async (folder, file, bytes) => {
      await persist(() => uploads.putBlob({ name: nameOf(folder, file) }, bytes))
      changed()
    },
    deleted: async (folder, file) => {
      const name = nameOf(folder, file)
      // Best effort: an unused file is harmless.
      const info = await uploads.info(name).catch(() => null)
      if (info && !info.deleted) await uploads.delete(name).catch(() => {})
      changed()
    },
  })
}

async function localNames(dataDir: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (const folder of uploadFolders)
    for (const file of await readdir(join(dataDir, 'uploads', folder)).catch(() => []))
      if (isPartName(`uploads/${folder}/${file}`)) names.add(`${folder}/${file}`)
  return names
}

/** Stores a data folder's uploads that are not in the object store. @returns their number */
export async function storeUploads({ uploads }: Hall, dataDir: string): Promise<number> {
  const known = new Set((await uploads.list()).map(({ name }) => name))
  let count = 0
  for (const name of await localNames(dataDir)) {
    if (known.has(name)) continue
    await uploads.putBlob({ name }, await readFile(join(dataDir, 'uploads', name)))
    count++
  }
  return count
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
  /** Set on a leader: called after it has stored a file. */
  #stored: (() => void) | undefined

  constructor(hall: Hall, dataDir: string, log: Logger) {
    this.#hall = hall
    this.#dataDir = dataDir
    this.#log = log
  }

  /** From now on, also stores files that the object store lacks. @param stored called after each of them */
  lead(stored: () => void): void {
    this.#stored = stored
    void this.update()
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
    const local = await localNames(this.#dataDir)
    const stored = (await uploads.list()).map(({ name }) => name).filter((name) => isPartName(`uploads/${name}`))
    const missing = stored.filter((name) => !local.delete(name))
    await each(missing, async (name, path) => {
      const bytes = await contentOf(this.#hall, name)
      if (bytes) await writeStored(dirname(path), basename(path), bytes)
    })
    // A file that NATS lacks may have been lost there. Only what was deleted is deleted.
    await each(local, async (name, path) => {
      const info = await uploads.info(name)
      if (info?.deleted) return rm(path, { force: true })
      if (info || !this.#stored) return
      await uploads.putBlob({ name }, await readFile(path))
      this.#stored()
    })
    return failures
  }
}
