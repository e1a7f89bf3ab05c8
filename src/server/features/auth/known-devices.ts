import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Devices that have signed in to an account before. The browser stores a cookie with the device's id and, per account,
 * a tag that only this server can create. The cookie grants no access: it only keeps other people's failed sign-ins
 * from counting against this device.
 */

/** Bounds the cookie on shared lab computers. */
const mostAccounts = 8

const tagOf = (app: Platform, device: string, email: string) =>
  createHmac('sha256', app.passwordKey).update(`known device ${device} ${email}`).digest('base64url').slice(0, 22)

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function read(cookie: string | undefined) {
  const [device, ...tags] = cookie?.split('.') ?? []
  return device && /^[\w-]{22}$/.test(device) ? { device, tags: tags.slice(0, mostAccounts) } : undefined
}

/** Returns the device's id if it has signed in to this account before. @param cookie as sent by the browser */
export function knownDevice(app: Platform, cookie: string | undefined, email: string): string | undefined {
  const known = read(cookie)
  if (!known) return undefined
  const tag = tagOf(app, known.device, email)
  return known.tags.some((one) => isSame(one, tag)) ? known.device : undefined
}

/** Returns the new cookie after a sign-in. @param cookie the device's previous cookie */
export function rememberedDevice(app: Platform, cookie: string | undefined, email: string): string {
  const { device, tags } = read(cookie) ?? { device: randomBytes(16).toString('base64url'), tags: [] }
  const tag = tagOf(app, device, email)
  return [device, tag, ...tags.filter((one) => one !== tag)].slice(0, mostAccounts + 1).join('.')
}
