import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10

/** CPU time of a process, in ms. */
export function cpuOf(pid: number | 'self'): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

/** CPU time that the whole machine has spent working, in ms. */
function cpuOfMachine(): number {
  const [, user, nice, system, , , irq, softIrq] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? []
  return [user, nice, system, irq, softIrq].reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick
}

/** Measures which share of the machine's cores the server, this process and everything else use. */
export class Cores {
  readonly #server: number
  readonly #began = performance.now()
  readonly #before: [server: number, own: number, machine: number]

  constructor(serverPid: number) {
    this.#server = serverPid
    this.#before = this.#now()
  }

  #now(): [number, number, number] {
    return [cpuOf(this.#server), cpuOf('self'), cpuOfMachine()]
  }

  /** `server 0.80 (144 s), generator 0.60 (108 s), others 0.40 (72 s) of 2 cores`. Call before the server exits. */
  toString(): string {
    const elapsed = performance.now() - this.#began
    const [server = 0, own = 0, machine = 0] = this.#now().map((ms, n) => ms - (this.#before[n] ?? 0))
    const [a, b, c] = [server, own, Math.max(0, machine - server - own)].map(
      (ms) => `${(ms / elapsed).toFixed(2)} (${(ms / 1_000).toFixed(0)} s)`,
    )
    return `server ${a}, generator ${b}, others ${c} of ${cpus().length} cores`
  }
}
