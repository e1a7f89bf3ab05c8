import type { ChildProcess } from 'node:child_process'
import { forkProgram, onceGone } from '../parts.ts'
import { BackupError } from './failures.ts'
import type { Answer, Task } from './tasks.ts'

export type Outcome = Exclude<Answer, { kind: 'progress' | 'failed' }>

const startBackupChild = (): ChildProcess =>
  forkProgram('backup', {
    // Empty, because the child does not need the server's settings and must not see its secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/**
 * Runs a task in a separate process.
 * @returns `outcome`, which rejects with BackupError, and `stop`, which cancels and resolves once the process is gone
 */
export function startTask(task: Task, progress: (done: number, step: string) => void) {
  const child = startBackupChild()
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(new BackupError(`The backup process did not start: ${error.message}`))
    })
    onceGone(child, (code, signal) =>
      reject(new BackupError(`The backup process exited with ${signal ?? `code ${code}`}`)),
    )
    child.on('message', (answer: Answer) => {
      if (answer.kind === 'progress') progress(answer.done, answer.step)
      else if (answer.kind === 'failed') reject(new BackupError(answer.failure))
      else resolve(answer)
    })
    child.send(task)
  })
  const stop = async () => {
    if (child.connected) child.disconnect()
    await gone
  }
  return { outcome, stop }
}
