import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Judge, JudgeOutcome, LanguageStatus, SandboxState } from '#server/judge/types.ts'

/** A user id that does not exist on this machine. */
const ordinary = 65_533

export type Request = Parameters<Judge['judge']>[0] | 'languages' | 'sandbox'
export type Reply = {
  id: string
  outcome?: JudgeOutcome
  error?: string
  languages?: LanguageStatus[]
  sandbox?: SandboxState
}

/**
 * Opens a judge in a server process run by the current user, or by `ordinary` if the current user is root.
 * @param priority of that process, 19 being the lowest
 */
export function openJudgeAsUser(priority = 0): Judge {
  const isRoot = process.getuid?.() === 0
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'user-server.ts')], {
    ...(isRoot ? { uid: ordinary, gid: ordinary } : {}),
    env: { PATH: '/usr/bin:/bin', EXAMHALL_SECRET: 'not-for-programs' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (priority > 0 && child.pid) setPriority(child.pid, priority)
  const waiting = new Map<string, (reply: Reply) => void>()
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply))
  const ask = (id: string, asked: Request) =>
    new Promise<Reply>((resolve) => {
      waiting.set(id, resolve)
      child.send(asked)
    })
  return {
    concurrency: 2,
    languages: async () => (await ask('languages', 'languages')).languages ?? [],
    sandbox: async () => (await ask('sandbox', 'sandbox')).sandbox ?? { works: false },
    judge: async (job) => {
      const { outcome, error } = await ask(job.id, job)
      if (!outcome) throw new Error(error)
      return outcome
    },
    cancel: () => {},
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}
