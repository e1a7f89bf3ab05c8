import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'
import { isSingleFile, scriptArguments } from './script.ts'

/** In the single file each program is one bundle, and its parts lie where single-file/unpack.ts has put them. */
const root = join(import.meta.dirname, isSingleFile ? '..' : '../../..')

/** Programs that run beside the server, by their sources. */
export const programs = {
  judge: 'src/server/judge/main.ts',
  spreadsheet: 'src/server/platform/spreadsheet/child.ts',
  backup: 'src/server/platform/backup/child.ts',
  similarity: 'src/server/similarity/worker.ts',
} as const
export type Program = keyof typeof programs

/** Folders and files that come with the program. */
export const parts = {
  migrations: join(root, 'migrations'),
  client: join(root, 'dist/client'),
  /** What the judge puts into its sandboxes, as it lies beside its sources. */
  judge: join(root, 'src/server/judge'),
  /** Where what the judge makes on this machine is kept: it serves every version. */
  prepared: join(root, isSingleFile ? '../judge' : 'dist/judge'),
  /** The compiled warden; a checkout compiles its own. */
  warden: isSingleFile ? join(root, 'warden') : undefined,
}

/** Where a program lies, for a thread. */
export const programFile = (name: Program): string => join(root, isSingleFile ? `server/${name}.js` : programs[name])

/** Starts a program as a process of its own. */
export function forkProgram(name: Program, options: Omit<ForkOptions, 'execArgv'>): ChildProcess {
  const [first = '', ...rest] = scriptArguments(programFile(name))
  return fork(first, rest, { ...options, execArgv: [] })
}
