import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian } from '../setup/debian.mjs'
import type { Steps } from '../setup/steps.mjs'

/** Programs that the tests need but npm cannot install, with their Debian packages. */
const packages = {
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  curl: 'curl',
  haproxy: 'haproxy',
  jq: 'jq',
  libreoffice: 'libreoffice-calc',
  'nats-server': 'nats-server',
  nginx: 'nginx-light',
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

function pathExists(program: Program): boolean {
  if (program.startsWith('chromium')) return isExecutable(process.env.CHROMIUM_PATH || `/usr/bin/${program}`)
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

/**
 * Installs missing programs on Debian as root; otherwise prints the command to run.
 *
 * @returns the programs still missing
 */
export async function missingPrograms(needed: readonly Program[], steps: Steps): Promise<Program[]> {
  const missing = needed.filter((program) => !pathExists(program))
  if (missing.length === 0) return []
  await installDebian(
    missing.map((program) => packages[program]),
    steps,
  )
  return missing.filter((program) => !pathExists(program))
}
