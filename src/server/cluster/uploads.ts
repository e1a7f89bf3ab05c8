import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPartName, uploadFolders } from '../platform/backup/manifest.ts'
import { shareFiles, writeStored } from '../platform/files.ts'
import type { Logger } from '../platform/log.ts'
import type { Hall } from './hall.ts'

const retryEvery = 500

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

/** Keeps a server's uploads in sync with the object store. */
export class UploadCopy {
  readonly #hall: Hall
  readonly #dataDir: string
  readonly #log: Logger
  #running: Promise<void> | undefined
  /** Only a standby deletes: a leader may have files that are being stored. */
  isStandby = true

  constructor(hall: Hall, dataDir: string, log: Logger) {
    this.#hall = hall
    this.#dataDir = dataDir
    this.#log = log
  }

  /** Fetches what is missing and deletes what was deleted. */
  update(): Promise<void> {
    this.#running ??= this.#update()
      .catch((error) => this.#log.warn({ err: error }, 'Uploads could not be compared'))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  async #update() {
    const { uploads } = this.#hall
    const stored = (await uploads.list()).filter(({ name, deleted }) => !deleted && isPartName(`uploads/${name}`))
    const local = await localNames(this.#dataDir)
    for (const { name } of stored) {
      if (local.delete(name)) continue
      const bytes = await uploads.getBlob(name)
      const [folder = '', file = ''] = name.split('/')
      if (bytes) await writeStored(join(this.#dataDir, 'uploads', folder), file, Buffer.from(bytes))
    }
    for (const name of this.isStandby ? local : []) {
      const info = await uploads.info(name)
      if (info && !info.deleted) continue
      await rm(join(this.#dataDir, 'uploads', name), { force: true })
    }
  }
}
