import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian } from '../setup/debian.mjs'
import type { Steps } from '../setup/steps.mjs'

/**
 * Programs that the tests need and npm cannot bring, and the Debian package of each. Chromium without windows takes a sixth
 * less processor time for the same tests (42.6 s against 51.1 s for six).
 */
const packages = {
  chromium: 'chromium-headless-shell',
  curl: 'curl',
  jq: 'jq',
  libreoffice: 'libreoffice-calc',
} as const
export type Program = keyof typeof packages

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const headlessShell = '/usr/bin/chromium-headless-shell'

/** The browser to test with: the one named in the environment, else Debian's without windows, else its usual one. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH || (isExecutable(headlessShell) ? headlessShell : '/usr/bin/chromium')

function isThere(program: Program): boolean {
  if (program === 'chromium') return isExecutable(chromiumPath())
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

/**
 * Installs what is missing when this machine is Debian's and we are root; otherwise prints the one command that would.
 *
 * @returns what is still missing
 */
export async function missingPrograms(needed: readonly Program[], steps: Steps): Promise<Program[]> {
  const preferred = (program: Program) =>
    program === 'chromium' ? isExecutable(process.env.CHROMIUM_PATH || headlessShell) : isThere(program)
  const missing = needed.filter((program) => !preferred(program))
  if (missing.length === 0) return []
  await installDebian(
    missing.map((program) => packages[program]),
    steps,
  )
  return missing.filter((program) => !isThere(program))
}
