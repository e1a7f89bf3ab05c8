import { argon2 as argon2Callback, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Memory is in KiB. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const

const derive = (password: string, nonce: Buffer) =>
  argon2('argon2id', { message: Buffer.from(password), nonce, ...cost })

/** Hashes a password chosen by a person. Deliberately slow, about 25 ms. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Creates a random password of 16 letters and digits that are hard to confuse: 79 bits. */
export function temporaryPassword(): string {
  let text = ''
  while (text.length < 16) {
    for (const byte of randomBytes(16)) {
      // 248 is a multiple of 31. Bytes from 248 up are skipped, because they would favour some letters.
      if (byte < 248 && text.length < 16) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/**
 * Hashes a temporary password with a key. The hash is fast, because a bulk upload creates thousands. It is safe because
 * the password is random and long. The first sign-in replaces it with an argon2id hash.
 */
export function hashTemporary(password: string, key: string): string {
  return `hmac$${createHmac('sha256', key).update(password).digest('base64url')}`
}

const equal = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** Verified for unknown accounts, so that the response takes the same time. */
const dummyHash = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

/**
 * Checks a password against a stored hash, or a dummy when `stored` is undefined. Every call computes one argon2id
 * hash.
 * @returns `ok` if it is correct, and `upgraded`, a new hash to store, if the stored one is temporary
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  key: string,
): Promise<{ ok: boolean; upgraded?: string }> {
  if (stored?.startsWith('hmac$')) {
    const upgraded = await hashPassword(password)
    return equal(Buffer.from(hashTemporary(password, key)), Buffer.from(stored))
      ? { ok: true, upgraded }
      : { ok: false }
  }
  const [, nonce = '', tag = ''] = (stored ?? dummyHash).split('$')
  const derived = await derive(password, Buffer.from(nonce, 'base64url'))
  return { ok: equal(derived, Buffer.from(tag, 'base64url')) && stored !== undefined }
}
