import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncPath } from '../backup/folders.ts'
import type { Database } from '../db.ts'
import { ConfigError } from '../settings.ts'
import { sealedColumns, vaultRepo } from './vault.repo.ts'

const cipher = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]
const version = 'v1'

/**
 * Seals secrets that the server must be able to read, with AES-256-GCM as `v1.<key id>.<nonce, ciphertext and tag>`, so
 * that a copy of the database reveals none. The key is in a separate file (docs/decisions/048).
 */
export class Vault {
  readonly #key: Buffer
  /** Identifies the key without revealing it. */
  readonly #id: string

  constructor(key: Buffer) {
    this.#key = key
    this.#id = createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8)
  }

  /** @param owner the row's id; a secret moved to another row cannot be opened */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(owner))
    const text = Buffer.concat([nonce, sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()])
    return [version, this.#id, text.toString('base64url')].join('.')
  }

  /** @returns undefined if the secret was sealed with another key or changed */
  open(sealed: string, owner: string): string | undefined {
    const [format, id, text = ''] = sealed.split('.')
    if (format !== version || id !== this.#id) return undefined
    const bytes = Buffer.from(text, 'base64url')
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(owner))
    opening.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8')
    } catch {
      return undefined
    }
  }
}

/** Creates a key file, flushed before anything is sealed with it. @returns false when the file exists */
function makeKey(file: string): boolean {
  try {
    const opened = openSync(file, 'wx', 0o600)
    try {
      writeSync(opened, `${randomBytes(keyBytes).toString('base64url')}\n`)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    syncPath(dirname(file))
    return true
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'EEXIST') return false
    throw new ConfigError(`SECRETS_KEY_FILE cannot be created: ${message}`)
  }
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim()
  const key = Buffer.from(text, 'base64url')
  if (key.length !== keyBytes || !/^[\w-]+$/.test(text))
    throw new ConfigError(`SECRETS_KEY_FILE accepts a file with ${keyBytes} bytes in base64url; ${file} is not one`)
  return key
}

/**
 * Opens the vault of a database with the key in `file`, which is created if it does not exist. Secrets that an older version
 * stored in plain text are sealed first, and the database file is rewritten so that no copy remains.
 * @returns the vault, and the number of secrets it cannot open, such as those in a backup from another machine
 * @throws ConfigError if the file contains no valid key or cannot be created
 */
export async function openVault(db: Database, file: string): Promise<{ vault: Vault; unreadable: number }> {
  if (!existsSync(file)) makeKey(file)
  const vault = new Vault(readKey(file))
  const isSealed = ({ secret }: { secret: string }) => secret.startsWith(`${version}.`)
  let [unreadable, changed] = [0, false]
  for (const column of sealedColumns) {
    const stored = await vaultRepo(db.read).list(column)
    unreadable += stored.filter((row) => isSealed(row) && vault.open(row.secret, row.owner) === undefined).length
    if (stored.every(isSealed)) continue
    changed = true
    await db.write(async (tx) => {
      for (const row of await vaultRepo(tx).list(column))
        if (!isSealed(row)) await vaultRepo(tx).replace(column, row.owner, vault.seal(row.secret, row.owner))
    })
  }
  if (changed) await db.rewrite()
  return { vault, unreadable }
}
