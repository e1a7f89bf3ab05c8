import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { BackupError } from './failures.ts'
import { syncPath } from './folders.ts'

/**
 * Encrypted backups are age files (age-encryption.org/v1), which the `age` command can open too. The library is loaded
 * on first use.
 */

const firstLine = Buffer.from('age-encryption.org/v1\n')
/** Suffix of an encrypted backup's name. */
export const encryptedEnding = '.age'

export async function isEncrypted(file: string): Promise<boolean> {
  const opened = await open(file, 'r')
  try {
    const { buffer } = await opened.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0)
    return buffer.equals(firstLine)
  } finally {
    await opened.close()
  }
}

/** @throws BackupError for an invalid age recipient, such as one with a wrong checksum */
export async function encrypterFor(recipient: string) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError('BACKUP_KEY accepts an age recipient as printed by age-keygen: age1…')
  }
  return encrypter
}

/** @throws BackupError if `identity` contains no age secret key */
async function decrypterFor(identity: string) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const keys = identity
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  const refused = new BackupError('The identity file contains no age key (AGE-SECRET-KEY-1…)')
  if (keys.length === 0) throw refused
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw refused
  }
  return decrypter
}

/** Reads a file as a web stream, which the library requires. */
function streamOf(file: string, note: (bytes: number) => void) {
  const pieces = async function* () {
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 18 })) {
      note((piece as Buffer).length)
      yield piece as Uint8Array
    }
  }
  return ReadableStream.from(pieces()) as globalThis.ReadableStream<Uint8Array>
}

/**
 * Encrypts a file in chunks.
 * @param note called with the number of bytes read
 * @returns checksum and length of the encrypted file, flushed to disk
 */
export async function encryptFile(from: string, to: string, recipient: string, note: (bytes: number) => void) {
  const encrypter = await encrypterFor(recipient)
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    await encrypter.encrypt(streamOf(from, note)),
    async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  )
  syncPath(to)
  return { sha256: hash.digest('hex'), bytes }
}

/**
 * Decrypts a file, and throws unless every byte is authentic.
 * @param identity content of an identity file: secret keys, one per line, and comments
 * @throws BackupError for an invalid or wrong identity, or a damaged file
 */
export async function decryptFile(file: string, to: string, identity: string, note: (bytes: number) => void) {
  const decrypter = await decrypterFor(identity)
  try {
    await pipeline(await decrypter.decrypt(streamOf(file, note)), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // Disk errors have codes such as ENOSPC.
    if (code?.startsWith('E')) throw error
    if (/no identity matched/.test(message)) throw new BackupError(`${file} was encrypted for a different key`)
    throw new BackupError(`${file} is damaged: it is truncated or was modified`)
  }
}
