/**
 * Preloaded into the servers of load:cluster-faults (`--import`). Adds the milliseconds in the file CLOCK_OFFSET_FILE to
 * Date, as if somebody had set this machine's clock. The monotonic counter is not changed, as on a real machine.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_OFFSET_FILE ?? ''
const real = Date.now
let offset = 0

const read = () => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0
  }
}
read()
setInterval(read, 200).unref()
Date.now = () => real() + offset
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => (args.length > 0 ? Reflect.construct(target, args) : new target(target.now())),
})
