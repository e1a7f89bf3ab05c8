import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runOne } from '../setup/run.mjs'

/** Programs that the tests need and npm cannot bring; each is also the name of its Debian package. */
export type Program = 'chromium' | 'curl' | 'jq'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isThere(program: Program): boolean {
  if (program === 'chromium') return isExecutable(process.env.CHROMIUM_PATH || '/usr/bin/chromium')
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

const timed = async (name: string, args: string[]) => {
  console.log(`${name}…`)
  const began = performance.now()
  const code = await runOne('apt-get', ['-qq', ...args], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
  console.log(
    `${name}: ${code === 0 ? 'done' : `failed (${code})`} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
}

/**
 * Installs what is missing when this machine is Debian's and we are root; otherwise prints the one command that would.
 *
 * @returns what is still missing
 */
export async function missingPrograms(needed: readonly Program[]): Promise<Program[]> {
  const missing = needed.filter((program) => !isThere(program))
  if (missing.length === 0) return []
  const command = `apt-get install -y ${missing.join(' ')}`
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    await timed('Reading the package lists', ['update'])
    await timed(`Installing ${missing.join(' and ')}`, ['install', '-y', '--no-install-recommends', ...missing])
  }
  const left = missing.filter((program) => !isThere(program))
  if (left.length > 0) console.error(`Missing: ${left.join(', ')}. To install: sudo ${command}`)
  return left
}
