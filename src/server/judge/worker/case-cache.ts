import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../folders.ts'
import { type CaseTexts, hashOfTexts } from '../pool/wire.ts'

const algorithm = 'aes-256-gcm'
const sizes = { key: 32, iv: 12, tag: 16 }
const prefix = 'examhall-cases-'

interface Entry {
  file: string
  leases: Set<string>
  written: Promise<CaseTexts>
}

/** Removes what killed workers left behind. Nobody can decrypt it. */
function removeLeftovers(folder: string) {
  for (const name of readdirSync(folder)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    try {
      rmSync(join(folder, name), { recursive: true })
    } catch {
      // It belongs to another user.
    }
  }
}

/**
 * The cases of the jobs that a worker holds. They are fetched once, encrypted with a key that only this process knows,
 * and deleted with the last lease that needs them.
 */
export class CaseCache {
  readonly #folder: string
  readonly #key = randomBytes(sizes.key)
  readonly #entries = new Map<string, Entry>()
  readonly #fetch: (hash: string) => Promise<CaseTexts>

  constructor(parent: string, fetch: (hash: string) => Promise<CaseTexts>) {
    removeLeftovers(parent)
    this.#folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
    this.#fetch = fetch
  }

  /** @throws if they cannot be fetched */
  async get(hash: string, lease: string): Promise<CaseTexts> {
    const known = this.#entries.get(hash)
    if (!known) return this.#add(hash, lease)
    known.leases.add(lease)
    await known.written
    return JSON.parse(this.#decrypt(await readFile(known.file), hash)) as CaseTexts
  }

  async #add(hash: string, lease: string): Promise<CaseTexts> {
    const file = join(this.#folder, randomBytes(16).toString('hex'))
    const entry = { file, leases: new Set([lease]), written: this.#write(file, hash) }
    this.#entries.set(hash, entry)
    try {
      return await entry.written
    } catch (error) {
      if (this.#entries.get(hash) === entry) this.#entries.delete(hash)
      throw error
    }
  }

  async #write(file: string, hash: string): Promise<CaseTexts> {
    const texts = await this.#fetch(hash)
    if (hashOfTexts(texts) !== hash) throw new Error('The cases do not match their hash')
    const iv = randomBytes(sizes.iv)
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(hash))
    const sealed = [cipher.update(JSON.stringify(texts)), cipher.final()]
    await writeFile(file, Buffer.concat([iv, ...sealed, cipher.getAuthTag()]), { mode: 0o600, flag: 'wx' })
    return texts
  }

  #decrypt(sealed: Buffer, hash: string): string {
    const end = sealed.length - sizes.tag
    const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, sizes.iv))
    decipher.setAAD(Buffer.from(hash)).setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(sizes.iv, end)), decipher.final()]).toString()
  }

  /** Deletes the cases that no other lease needs. */
  release(lease: string) {
    for (const [hash, entry] of this.#entries) {
      if (!entry.leases.delete(lease) || entry.leases.size > 0) continue
      this.#entries.delete(hash)
      // A write that is under way must end first, or it would create the file again.
      void entry.written.catch(() => {}).then(() => rm(entry.file, { force: true }))
    }
  }

  close() {
    this.#entries.clear()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
