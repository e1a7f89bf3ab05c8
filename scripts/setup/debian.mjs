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

/** True if this is a Debian machine on which we may install packages. */
const mayInstall = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')

const flags = ['-y', '--no-install-recommends']

/** The one command that installs Debian packages, for whoever is not root. */
export const installCommand = (packages) => `sudo apt-get install ${[...flags, ...packages].join(' ')}`

/**
 * Installs Debian packages when we are root.
 *
 * @returns whether it did; otherwise the command to try has been printed
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
    // Old lists may still do, where the network is away.
    await apt('update')
    return apt('install', ...flags, ...packages)
  })
  if (code !== 0)
    console.log(`${output.trim()}\n\nThey could not be installed. To try again: ${installCommand(packages)}`)
  return code === 0
}
