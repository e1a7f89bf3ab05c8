import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { SetUpError } from './steps.mjs'

/** The first Node with type stripping and built-in argon2. */
const oldest = 24
const fromNpm = 'node_modules/.bin/node'

/** Debian packages of two libraries missing in minimal images. */
const debianPackages = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' }

const ownIsNewEnough = () => Number(process.versions.node.split('.')[0]) >= oldest

/**
 * Returns the Node to run the program with: the one from npm or, on platforms without one (macOS), the current one if it
 * is new enough.
 *
 * @returns its path
 * @throws SetUpError with the command that fixes it
 */
export function prepareNode() {
  if (!existsSync(fromNpm)) {
    if (ownIsNewEnough()) return process.execPath
    const command = process.platform === 'darwin' ? 'brew install node@24' : 'see https://nodejs.org/en/download'
    throw new SetUpError(`Examhall needs Node ${oldest} or newer, this is ${process.versions.node}: ${command}`)
  }
  if (realpathSync(fromNpm) === process.execPath) return process.execPath
  const trial = spawnSync(fromNpm, ['--version'], { encoding: 'utf8' })
  if (trial.status === 0) return fromNpm
  if (ownIsNewEnough()) return process.execPath
  const reason = trial.stderr?.trim() || trial.error?.message || `exit code ${trial.status}`
  const missing = Object.entries(debianPackages).find(([library]) => reason.includes(library))
  const command = missing ? `sudo apt-get install -y ${missing[1]}` : 'see https://nodejs.org/en/download'
  throw new SetUpError(`Node ${oldest} from npm does not run here (${reason}): ${command}`)
}
