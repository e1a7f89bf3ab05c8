import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterThisTest } from '#tests/support/cleanup.ts'

const root = join(import.meta.dirname, '../..')
const main = process.env.EXAMHALL_MAIN ?? join(root, 'src/server/main.ts')
const { PATH, NODE_COMPILE_CACHE } = process.env

export interface WorkerProcess {
  pid: number
  /** Its folder for temporary files. */
  folder: string
  output(): string
  kill(signal: NodeJS.Signals): void
  exited: Promise<number | null>
}

/** Starts `examhall judge` in its own process and waits until it polls. @param prefix a command to start it with */
export async function startWorker(
  url: string,
  token: string,
  { concurrency = 1, prefix = [] as string[] } = {},
): Promise<WorkerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-worker-'))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const options = ['--server', url, '--token-file', tokenFile, '--concurrency', String(concurrency), '--allow-http']
  const [command = '', ...rest] = [...prefix, process.execPath, main, 'judge', ...options]
  const child = spawn(command, rest, {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const isReady = () => output.includes('Time limits')
  const measured = new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => {
      if (!isReady() && child.exitCode === null) return
      clearInterval(timer)
      if (isReady()) resolve()
      else reject(new Error(output))
    }, 20)
  })
  const worker = {
    pid: child.pid ?? 0,
    folder,
    output: () => output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exited,
  }
  await measured
  return worker
}

/** Ends a worker with the test. */
export async function startTestWorker(...given: Parameters<typeof startWorker>): Promise<WorkerProcess> {
  const worker = await startWorker(...given)
  afterThisTest(async () => {
    worker.kill('SIGKILL')
    await worker.exited
    rmSync(worker.folder, { recursive: true, force: true })
  })
  return worker
}
