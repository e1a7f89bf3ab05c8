import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startProgram } from './process.ts'

const built = join(import.meta.dirname, '../../dist/examhall')

/** An ordinary user: the current user, or an id that does not exist on this machine if the current user is root. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {}

/** The single file in a read-only folder, beside a data folder that only an ordinary user can write to. */
export interface Alone {
  program: string
  dataDir: string
  /** Options to start the program as an ordinary user, without this machine's environment and Node. */
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
  start(command?: string): Promise<ServerProcess>
  remove(): void
}

export function copyAlone(env: NodeJS.ProcessEnv = {}): Alone {
  if (!existsSync(built)) throw new Error('dist/examhall is not built: npm run build:binary')
  const folder = mkdtempSync(join(tmpdir(), 'examhall-alone-'))
  const [place, dataDir] = [join(folder, 'program'), join(folder, 'data')]
  mkdirSync(place)
  mkdirSync(dataDir)
  const program = join(place, 'examhall')
  copyFileSync(built, program)
  chmodSync(program, 0o555)
  chmodSync(place, 0o555)
  chmodSync(folder, 0o755)
  if (ordinary.uid) chownSync(dataDir, ordinary.uid, ordinary.gid)
  const options = {
    ...ordinary,
    cwd: place,
    env: {
      PATH: '/nonexistent',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      MASTER_ADMIN_PASSWORD: 'first-password',
      LOG_LEVEL: 'warn',
      ...env,
    },
  }
  return {
    program,
    dataDir,
    options,
    start: (command = 'serve') => startProgram(program, [command], options),
    remove: () => {
      chmodSync(place, 0o755)
      rmSync(folder, { recursive: true, maxRetries: 20 })
    },
  }
}
