import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { SetUpError } from './steps.mjs'

/** The first Node that runs TypeScript as it is and has argon2 built in. */
const oldest = 24
const fromNpm = 'node_modules/.bin/node'

/** The Debian packages of the two libraries that a bare image may lack. */
const debianPackages = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' }

const ownIsNewEnough = () => Number(process.versions.node.split('.')[0]) >= oldest

/**
 * Picks the Node that runs the program: the one installed with the packages, or this one where npm has none for the
 * platform (macOS) and it is new enough.
 *
 * @returns its path
 * @throws SetUpError with the one command that helps
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
