import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Devices that signed in to an account before. The browser keeps a cookie with the device's id and a tag for each of its accounts,
 * which only this server can make. It opens nothing: it only keeps others' failed sign-ins from counting against this device.
 */

/** A computer of a laboratory knows its last accounts. */
const mostAccounts = 8

const tagOf = (app: Platform, device: string, email: string) =>
  createHmac('sha256', app.passwordKey).update(`known device ${device} ${email}`).digest('base64url').slice(0, 22)

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function read(cookie: string | undefined) {
  const [device, ...tags] = cookie?.split('.') ?? []
  return device && /^[\w-]{22}$/.test(device) ? { device, tags: tags.slice(0, mostAccounts) } : undefined
}

/** The device's id when it signed in to this account before. @param cookie as the browser sent it */
export function knownDevice(app: Platform, cookie: string | undefined, email: string): string | undefined {
  const known = read(cookie)
  if (!known) return undefined
  const tag = tagOf(app, known.device, email)
  return known.tags.some((one) => isSame(one, tag)) ? known.device : undefined
}

/** The cookie of a device that has just signed in to an account. @param cookie the one it had */
export function rememberedDevice(app: Platform, cookie: string | undefined, email: string): string {
  const { device, tags } = read(cookie) ?? { device: randomBytes(16).toString('base64url'), tags: [] }
  const tag = tagOf(app, device, email)
  return [device, tag, ...tags.filter((one) => one !== tag)].slice(0, mostAccounts + 1).join('.')
}
