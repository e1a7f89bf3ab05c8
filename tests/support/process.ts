import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The program: the bundle if the test run has created one (bundle.ts), otherwise the sources. */
const main = process.env.EXAMHALL_MAIN ?? join(root, 'src/server/main.ts')

/** Environment variables for all child processes, in addition to their settings. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const surroundings = { PATH, NODE_COMPILE_CACHE }

export interface ServerProcess {
  url: string
  pid: number
  output(): string
  /** Sends SIGKILL: no handler runs, and nothing is flushed. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns the exit code */
  terminate(): Promise<number | null>
}

/** Starts a server program and waits until it prints its address. */
export async function startProgram(command: string, args: string[], options: SpawnOptions): Promise<ServerProcess> {
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /listens on (http:\/\/\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => reject(new Error(`The program exited before it listened:\n${printed}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    output: () => printed,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    terminate: async () => {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

/** Starts a server script from this checkout and waits until it prints its address. @param via runs it, like nsenter */
export function startScript(script: string, args: string[], env: NodeJS.ProcessEnv = {}, via: string[] = []) {
  const [command = '', ...rest] = [...via, process.execPath, script, ...args]
  return startProgram(command, rest, { cwd: root, env: { ...surroundings, ...env } })
}

/** Half a day from now, so no nightly backup runs during a test. */
const backupHour = () => String((new Date().getUTCHours() + 12) % 24)

/** Starts the real program in its own process and waits until it listens. */
export function startServer(
  dataDir: string,
  command = 'serve',
  env: NodeJS.ProcessEnv = {},
  via: string[] = [],
): Promise<ServerProcess> {
  const own = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    MASTER_ADMIN_PASSWORD: 'first-password',
    LOG_LEVEL: 'warn',
    BACKUP_HOUR: backupHour(),
  }
  return startScript(main, [command], { ...own, ...env }, via)
}

/** Starts a command of the real program that exits when done, such as `backup`. */
export function startCommand(dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}, via: string[] = []) {
  const [command = '', ...rest] = [...via, process.execPath, main, ...args]
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...surroundings, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: output.trim() }))
  return { ended, output: () => output, kill: () => child.kill('SIGKILL') }
}

/** Calls a server's REST API. */
export async function api(url: string, method: string, path: string, token?: string, body?: unknown) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  const parsed: any = await answer.json()
  return { status: answer.status, body: parsed }
}
