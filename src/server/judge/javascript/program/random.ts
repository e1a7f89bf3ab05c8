/** Random numbers from Math.random(), which are unsuitable for keys. Runs inside the isolate: see ../../main.ts. */
import { Buffer } from './text.ts'

/** Returns a random integer below `count`, which is at most 2^53. */
const below = (count: number) => Math.floor(Math.random() * count)

function getRandomValues<T extends Uint8Array>(into: T): T {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
  for (let at = 0; at < bytes.length; at++) bytes[at] = below(256)
  return into
}

function randomInt(from: number, to?: number | ((error: null, value: number) => void), ...rest: unknown[]) {
  const done = [to, ...rest].find((one) => typeof one === 'function')
  const [least, end] = typeof to === 'number' ? [from, to] : [0, from]
  if (!(Number.isSafeInteger(least) && Number.isSafeInteger(end) && least < end))
    throw new RangeError(`The value of "max" is out of range. It must be greater than ${least}. Received ${end}`)
  const value = least + below(end - least)
  if (!done) return value
  void Promise.resolve().then(() => done(null, value))
  return undefined
}

function randomUUID(): string {
  const digits = Array.from({ length: 32 }, () => below(16))
  digits[12] = 4
  digits[16] = 8 + below(4)
  const text = digits.map((digit) => digit.toString(16)).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const random = {
  getRandomValues,
  randomBytes: (size: number) => getRandomValues(Buffer.alloc(size)),
  randomInt,
  randomUUID,
}
