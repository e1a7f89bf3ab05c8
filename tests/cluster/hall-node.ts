import { type ServerProcess, startCommand, startServer } from '#tests/support/process.ts'

/** One server of a hall: a data folder and a fixed port. */
export class HallNode {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly url: string
  server: ServerProcess | undefined
  #earlier = ''

  readonly #via: string[]

  /** @param via a command that runs the server, such as nsenter */
  constructor(dataDir: string, port: number, env: NodeJS.ProcessEnv, via: string[] = []) {
    this.dataDir = dataDir
    this.#via = via
    this.url = `http://${env.HOST ?? '127.0.0.1'}:${port}`
    this.env = { ...env, PORT: String(port) }
  }

  async start(): Promise<void> {
    this.server = await startServer(this.dataDir, 'serve', this.env, this.#via)
  }

  async kill(): Promise<void> {
    await this.#leave()?.kill()
  }

  /** Stops it with SIGTERM. */
  async terminate(): Promise<void> {
    await this.#leave()?.terminate()
  }

  #leave(): ServerProcess | undefined {
    const { server } = this
    this.#earlier += server?.output() ?? ''
    this.server = undefined
    return server
  }

  /** Everything that this server has printed, including before it was killed. */
  printed(): string {
    return this.#earlier + (this.server?.output() ?? '')
  }

  signal(signal: NodeJS.Signals): void {
    if (this.server) process.kill(this.server.pid, signal)
  }

  /** Runs a command of the program on this node's data. */
  run(...args: string[]) {
    return startCommand(this.dataDir, args, this.env, this.#via).ended
  }

  /** The role that /healthz reports, `unfit` for a leader that balancers must avoid; undefined if nobody answers. */
  async role(): Promise<string | undefined> {
    const answer = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
    const { role } = ((await answer?.json().catch(() => undefined)) ?? {}) as { role?: string }
    return role === 'leader' && !answer?.ok ? 'unfit' : role
  }
}
