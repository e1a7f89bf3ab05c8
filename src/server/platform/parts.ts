import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'
import { isSingleFile, scriptArguments } from './script.ts'

/** Folder of the shipped parts. In the single file, programs are bundles in its subfolder `server`. */
const root = join(import.meta.dirname, isSingleFile ? '..' : '../../..')

/** Entry points of separate processes. */
export const programs = {
  judge: 'src/server/judge/main.ts',
  spreadsheet: 'src/server/platform/spreadsheet/child.ts',
  backup: 'src/server/platform/backup/child.ts',
  similarity: 'src/server/features/coding/similarity/worker.ts',
  questions: 'src/server/features/bank/import/child.ts',
} as const
export type Program = keyof typeof programs

/** Folders and files shipped with the program. */
export const parts = {
  migrations: join(root, 'migrations'),
  client: join(root, 'dist/client'),
  /** Source of the files that the judge copies into its sandboxes. */
  judge: join(root, 'src/server/judge'),
  /** The judge's cache on this machine, shared by all versions. */
  prepared: join(root, isSingleFile ? '../judge' : 'dist/judge'),
  /** The compiled warden; a checkout compiles its own. */
  warden: isSingleFile ? join(root, 'warden') : undefined,
}

/** Path of a separate process's entry point. */
export const programFile = (name: Program): string => join(root, isSingleFile ? `server/${name}.js` : programs[name])

/** Starts a program as a separate process. */
export function forkProgram(name: Program, options: Omit<ForkOptions, 'execArgv'>): ChildProcess {
  const [first = '', ...rest] = scriptArguments(programFile(name))
  return fork(first, rest, { ...options, execArgv: [] })
}

/** Calls back once a child process has exited and its last message has arrived, which may be later. */
export function onceGone(child: ChildProcess, gone: (code: number | null, signal: NodeJS.Signals | null) => void) {
  child.once('exit', (code, signal) => {
    if (child.connected) child.once('disconnect', () => gone(code, signal))
    else gone(code, signal)
  })
}
