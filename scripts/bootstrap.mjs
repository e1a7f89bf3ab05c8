/**
 * Entry point of every npm script: prepares the checkout and starts the program. It may run under an old Node with
 * nothing installed, so it is plain JavaScript for Node 18 and imports nothing from node_modules.
 *
 *     node scripts/bootstrap.mjs demo | serve | dev | judge | doctor | backup | restore | create-admin | audit | binary |
 *                                lighthouse | pictures | test [part]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareClient } from './setup/client.mjs'
import { prepareJudge } from './setup/judge.mjs'
import { withLock } from './setup/lock.mjs'
import { installPackages, isInstalled } from './setup/packages.mjs'
import { runAll, runOne } from './setup/run.mjs'
import { SetUpError, Steps } from './setup/steps.mjs'

const server = 'src/server/main.ts'
const vite = 'node_modules/vite/bin/vite.js'

/** The first major version of Node with type stripping and, from 24.7, argon2. */
const oldest = 24
const fromNpm = 'node_modules/.bin/node'

/** Debian packages of two libraries that minimal images lack. */
const debianPackages = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' }

const ownIsNewEnough = () => Number(process.versions.node.split('.')[0]) >= oldest

/**
 * Finds a Node to run the program: npm's or, on platforms without one (macOS), the current one if it is new enough.
 *
 * @returns its path
 * @throws SetUpError with the command that fixes it
 */
function prepareNode() {
  if (!existsSync(fromNpm)) {
    if (ownIsNewEnough()) return process.execPath
    const command = process.platform === 'darwin' ? 'brew install node@24' : 'see https://nodejs.org/en/download'
    throw new SetUpError(`Examhall needs Node ${oldest} or newer, but found ${process.versions.node}: ${command}`)
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

/** Programs by command. Each runs after packages are installed and resolves to an exit code. */
const commands = {
  serve: (node, steps) => serve(node, steps, 'serve'),
  demo: (node, steps) => serve(node, steps, 'demo'),
  dev: async (node, steps) => {
    await prepareJudge(node, steps)
    steps.finish()
    return runAll([
      { name: 'server', command: node, args: ['--watch', '--watch-preserve-output', server, 'serve'] },
      { name: 'client', command: node, args: [vite] },
    ])
  },
  doctor: (node, steps) => judging(node, steps, 'doctor'),
  judge: (node, steps) => judging(node, steps, 'judge'),
  backup: (node, steps) => alone(node, steps, 'backup'),
  restore: (node, steps) => alone(node, steps, 'restore'),
  'create-admin': (node, steps) => alone(node, steps, 'create-admin'),
  audit: (node, steps) => alone(node, steps, 'audit'),
  binary: async (node, steps) => {
    await prepareClient(node, steps)
    await prepareJudge(node, steps)
    steps.finish()
    return (await runOne(node, ['scripts/rest-docs.ts'])) || runOne(node, ['scripts/binary.ts'])
  },
  lighthouse: async (node, steps) => {
    await prepareClient(node, steps)
    await prepareJudge(node, steps)
    steps.finish()
    return runOne(node, ['scripts/lighthouse.ts', ...process.argv.slice(3)])
  },
  pictures: async (node, steps) => {
    await prepareClient(node, steps)
    await prepareJudge(node, steps)
    steps.finish()
    return runOne(node, ['scripts/pictures.ts', ...process.argv.slice(3)])
  },
  test: (node, steps) => {
    steps.finish()
    return runOne(node, ['scripts/test.ts', ...process.argv.slice(3)])
  },
}

/** Runs a command that needs the compilers. */
async function judging(node, steps, name) {
  await prepareJudge(node, steps)
  steps.finish()
  return run(node, name)
}

/** Runs a command that needs only the packages. */
function alone(node, steps, name) {
  steps.finish()
  return run(node, name)
}

/** Node keeps compiled code here, which saves a third of a start's CPU time. */
const compiled = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)) }
const run = (node, name) => runOne(node, [server, name, ...process.argv.slice(3)], { ...compiled, ...process.env })

async function serve(node, steps, name) {
  await prepareClient(node, steps)
  await prepareJudge(node, steps)
  steps.finish()
  return run(node, name)
}

const name = process.argv[2]
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const prepareAndRun = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (!prepareAndRun) throw new SetUpError(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}`)
  const steps = new Steps()
  // Check again while holding the lock: another process may have installed the packages in the meantime.
  if (!isInstalled()) await withLock(async () => isInstalled() || (await installPackages(steps)))
  process.exitCode = await prepareAndRun(prepareNode(), steps)
} catch (error) {
  console.error(error instanceof SetUpError ? `\n${error.message}` : error)
  process.exitCode = 1
}
