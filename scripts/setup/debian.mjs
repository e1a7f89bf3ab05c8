import { accessSync, constants } from 'node:fs'
import { runQuietly } from './run.mjs'

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** True for root on Debian. */
const mayInstall = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')

const flags = ['-y', '--no-install-recommends']

/** The command that installs Debian packages, for users who are not root. */
export const installCommand = (packages) => `sudo apt-get install ${[...flags, ...packages].join(' ')}`

/**
 * Installs Debian packages if running as root.
 *
 * @returns true on success; otherwise the command to try has been printed
 */
export async function installDebian(packages, steps) {
  if (!mayInstall()) {
    console.log(`Not installed: ${packages.join(', ')}. To install: ${installCommand(packages)}`)
    return false
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    runQuietly('apt-get', ['-qq', ...args], env).catch((error) => ({ code: 1, output: error.message }))
  const { code, output } = await steps.run(`Installing ${packages.join(', ')}`, async () => {
    // Ignore a failed update: without a network, the existing package lists may be enough.
    await apt('update')
    return apt('install', ...flags, ...packages)
  })
  if (code !== 0)
    console.log(`${output.trim()}\n\nThe packages could not be installed. Try again with: ${installCommand(packages)}`)
  return code === 0
}
