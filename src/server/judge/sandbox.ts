import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { MemoryGroup } from './groups.ts'
import {
  decodeReport,
  encodeOrder,
  feedbackFolder,
  type Order,
  type Report,
  reportBytes,
  reportHeadBytes,
} from './orders.ts'
import { JudgeError } from './types.ts'

/** A sandbox's host paths, user and control group. */
export interface SandboxParts {
  /** The sandbox's root folder, with mount points, a few files and the warden. */
  root: string
  /** The folder mounted as /box. */
  box: string
  /** True if the box is writable (for compilers only). */
  writable: boolean
  /** True for a folder in which a checker can leave files. */
  feedback: boolean
  /** Additional read-only mounts: its part of /usr, caches, Node. */
  binds: readonly { from: string; to: string }[]
  /** User id outside the sandbox, when the judge is root. */
  uid: number | undefined
  /** File descriptors of the memory control group. Without one, the warden reads memory use from /proc. */
  group: MemoryGroup['files'] | undefined
}

export const bubblewrap = '/usr/bin/bwrap'
/** Makes sandboxes the first to be killed when the machine runs out of memory. Programs cannot change this. */
const firstToGo = 'echo 1000 >/proc/self/oom_score_adj; exec "$0" "$@"'
const megabyte = 1024 * 1024
/** Temporary space for compilers. */
const temporaryBytes = 64 * megabyte
/** Space for a checker's messages. */
const feedbackBytes = megabyte
/** Time limit in ms before a closing sandbox is killed. Normally, it exits within 1 ms. */
const killAfter = 5_000
const devices = ['null', 'zero', 'full', 'random', 'urandom']

function argumentsOf({ root, box, writable, feedback, binds }: SandboxParts): string[] {
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'],
    ...['--hostname', 'judge', '--clearenv', '--chdir', '/'],
    // Without this, the root is a writable in-memory file system.
    ...['--ro-bind', root, '/', '--tmpfs', '/usr', '--proc', '/proc'],
    ...devices.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
    ...binds.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...[writable ? '--bind' : '--ro-bind', box, '/box'],
    ...(writable ? ['--size', String(temporaryBytes), '--tmpfs', '/tmp'] : []),
    ...(feedback ? ['--size', String(feedbackBytes), '--tmpfs', feedbackFolder] : []),
    ...['--remount-ro', '/usr', '--remount-ro', '/proc', '--', '/warden'],
  ]
}

/** A sandbox and its warden, which executes orders one by one. */
export class Sandbox {
  readonly #child: ChildProcess
  readonly #wire: Duplex
  readonly #group: boolean
  #received: Buffer[] = []
  #length = 0
  #waiting: { resolve: (report: Report) => void; reject: (error: Error) => void }[] = []
  #complaint = ''
  #ended = false

  constructor(parts: SandboxParts) {
    const { uid, group } = parts
    this.#group = group !== undefined
    this.#child = spawn('/bin/sh', ['-c', firstToGo, bubblewrap, ...argumentsOf(parts)], {
      // Empty, because programs could read it.
      env: {},
      cwd: '/',
      stdio: [
        'ignore',
        'ignore',
        'pipe',
        'pipe',
        ...(group ? [group.procs, group.events, group.memory, group.cpuProcs, group.cpu] : []),
      ],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    this.#wire = this.#child.stdio[3] as Duplex
    this.#wire.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#wire.on('error', () => {})
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, 2_000)
    })
    this.#child.once('error', (error) => this.#fail(error.message))
    this.#child.once('close', () => this.#fail(this.#complaint.trim() || 'it exited without an error message'))
  }

  get alive(): boolean {
    return !this.#ended
  }

  /**
   * Queues a program.
   * @throws JudgeError if the sandbox failed to start or has ended, through no fault of the program
   */
  run(order: Order): Promise<Report> {
    if (this.#ended) return Promise.reject(new JudgeError(`The sandbox exited: ${this.#complaint.trim()}`))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#wire.write(encodeOrder(order, this.#group))
      for (const bytes of [order.input, ...(order.given ?? [])]) if (bytes.length > 0) this.#wire.write(bytes)
    })
  }

  /** Kills everything in the sandbox and resolves once it is gone. */
  async close(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    // The warden exits at end of input, and its parent once the sandbox is empty.
    this.#wire.end()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), killAfter)
    await ended
    clearTimeout(timer)
  }

  #receive(chunk: Buffer) {
    this.#received.push(chunk)
    this.#length += chunk.length
    while (this.#length >= reportHeadBytes) {
      if ((this.#received[0]?.length ?? 0) < reportHeadBytes) this.#received = [Buffer.concat(this.#received)]
      const bytes = reportBytes(this.#received[0] ?? chunk)
      if (this.#length < bytes) return
      const all = Buffer.concat(this.#received)
      this.#received = [all.subarray(bytes)]
      this.#length -= bytes
      this.#waiting.shift()?.resolve(decodeReport(all.subarray(0, bytes)))
    }
  }

  #fail(reason: string) {
    this.#ended = true
    for (const { reject } of this.#waiting) reject(new JudgeError(`The sandbox failed: ${reason}`))
    this.#waiting = []
  }
}
