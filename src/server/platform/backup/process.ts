import type { ChildProcess } from 'node:child_process'
import { forkProgram } from '../parts.ts'
import { BackupError } from './failures.ts'
import type { Answer, Task } from './tasks.ts'

export type Outcome = Exclude<Answer, { kind: 'progress' | 'failed' }>

const startBackupChild = (): ChildProcess =>
  forkProgram('backup', {
    // It needs nothing of the server's surroundings, and shall not know the settings.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/**
 * Has a task done outside of this process.
 *
 * @returns what came of it (it rejects with BackupError), and how to break it off: settles when the process is gone
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
    child.once('exit', (code, signal) =>
      reject(new BackupError(`The backup process ended with ${signal ?? `code ${code}`}`)),
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
