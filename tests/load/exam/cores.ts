import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10

/** CPU time of a process, in ms. */
function cpuOf(pid: number | 'self'): number {
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

  /** `server 0.8, generator 0.6, others 0.4 of 2 cores`. Call before the server exits. */
  toString(): string {
    const elapsed = performance.now() - this.#began
    const [server = 0, own = 0, machine = 0] = this.#now().map((ms, n) => (ms - (this.#before[n] ?? 0)) / elapsed)
    const [a, b, c] = [server, own, machine - server - own].map((cores) => Math.max(0, cores).toFixed(2))
    return `server ${a}, generator ${b}, others ${c} of ${cpus().length} cores`
  }
}
