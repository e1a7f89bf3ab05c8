import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runOne } from '../setup/run.mjs'

/** Programs that the tests need and npm cannot bring, and the Debian package of each. */
const packages = { chromium: 'chromium', curl: 'curl', jq: 'jq', libreoffice: 'libreoffice-calc' } as const
export type Program = keyof typeof packages

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
  const names = missing.map((program) => packages[program])
  const command = `apt-get install -y --no-install-recommends ${names.join(' ')}`
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    await timed('Reading the package lists', ['update'])
    await timed(`Installing ${names.join(' and ')}`, ['install', '-y', '--no-install-recommends', ...names])
  }
  const left = missing.filter((program) => !isThere(program))
  if (left.length > 0) console.error(`Missing: ${left.join(', ')}. To install: sudo ${command}`)
  return left
}
