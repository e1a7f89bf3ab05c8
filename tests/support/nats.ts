import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** Returns free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports
}

/** A real nats-server with JetStream, which can be killed and started again on the same port and data. */
export class NatsNode {
  readonly port: number
  readonly #config: string
  readonly #via: string[]
  readonly #log: string | undefined
  #process: ChildProcess | undefined

  /**
   * @param via a command that runs the server, such as nsenter
   * @param log a file to which what it prints is appended, with its debug messages
   */
  constructor(port: number, config: string, via: string[] = [], log?: string) {
    this.port = port
    this.#config = config
    this.#via = via
    this.#log = log
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#process !== undefined
  }

  async start(): Promise<void> {
    const [command = '', ...args] = [...this.#via, 'nats-server', '-c', this.#config, ...(this.#log ? ['-D'] : [])]
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#process = child
    if (this.#log) child.stderr?.pipe(createWriteStream(this.#log, { flags: 'a' }))
    await new Promise<void>((resolve, reject) => {
      let printed = ''
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`nats-server ended:\n${printed}`)))
      child.stderr?.on('data', (chunk: Buffer) => {
        if (printed.length < 20_000) printed += chunk.toString()
        if (printed.includes('Server is ready')) resolve()
      })
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /** Stops it with SIGSTOP, which on a busy machine reaches its threads one after another, and late. */
  async pause(): Promise<void> {
    this.signal('SIGSTOP')
    const threads = `/proc/${this.pid}/task`
    const isStopped = (thread: string) => / T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'))
    while (!readdirSync(threads).every(isStopped)) await turn()
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (!child) return
    this.#process = undefined
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await gone
  }
}

/** Returns a configuration file. @param routes the addresses of all servers of the group; none for a single server */
export function natsConfig(name: string, listen: { client: string; route: string }, routes: string[], dir: string) {
  const urls = routes.map((route) => `"nats://${route}"`).join(', ')
  const group = routes.length === 0 ? '' : `cluster { name: hall, listen: "${listen.route}", routes: [${urls}] }`
  const store = `jetstream { store_dir: "${dir}", max_memory_store: 64MB, max_file_store: 4GB }`
  return `server_name: ${name}\nlisten: "${listen.client}"\n${store}\n${group}\n`
}

/** Starts a group of NATS servers on loopback. @param folder for their data, deleted by the caller */
export async function startNats(folder: string, count: 1 | 3): Promise<{ nodes: NatsNode[]; url: string }> {
  const ports = await freePorts(count * 2)
  const [clients, routes] = [ports.slice(0, count), ports.slice(count)]
  const nodes = clients.map((port, n) => {
    const dir = join(folder, `nats-${n}`)
    mkdirSync(dir, { recursive: true })
    const config = join(dir, 'nats.conf')
    const listen = { client: `127.0.0.1:${port}`, route: `127.0.0.1:${routes[n]}` }
    const others = count === 1 ? [] : routes.map((route) => `127.0.0.1:${route}`)
    writeFileSync(config, natsConfig(`n${n}`, listen, others, `${dir}/data`))
    return new NatsNode(port, config)
  })
  await Promise.all(nodes.map((node) => node.start()))
  return { nodes, url: `nats://${clients.map((port) => `127.0.0.1:${port}`).join(',')}` }
}
