import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runQuietly } from './run.mjs'
import { SetUpError } from './steps.mjs'

const wantedFile = 'package-lock.json'
const installedFile = 'node_modules/.package-lock.json'
const stampFile = 'node_modules/.examhall-stamp'

const lists = (allowed, value) => allowed !== undefined && [allowed].flat().includes(value)

/**
 * True if npm must install this entry. Optional packages are skipped on other platforms, and npm may skip packages
 * that require a certain libc or that only other optional packages need.
 */
const mustBeThere = (entry, { os, cpu }) =>
  !entry.optional || (lists(entry.os, os) && lists(entry.cpu, cpu) && entry.libc === undefined)

/**
 * Compares npm's record of the installation with the lock file, so that a plain `npm install` is recognised too.
 *
 * @returns a description of the first difference, or undefined
 */
export function differenceBetween(wanted, installed, platform) {
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === '') continue
    const found = installed.packages[path]
    if (!found) {
      if (mustBeThere(entry, platform)) return `${path} is not installed`
    } else if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${path} is ${found.version} instead of ${entry.version}`
    }
  }
  // Allow extra optional packages: the lock file lacks platform packages that the registry did not carry.
  const unwanted = Object.entries(installed.packages).find(([path, entry]) => !wanted.packages[path] && !entry.optional)
  return unwanted && `${unwanted[0]} is installed but not in the lock file`
}

/** Fingerprint of an installation: lock file and platform. */
export const stampOf = (lockText, { os, cpu }) => `${createHash('sha256').update(lockText).digest('hex')} ${os} ${cpu}`

const thisPlatform = { os: process.platform, cpu: process.arch }
const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** True if node_modules matches package-lock.json. Takes a few milliseconds. */
export function isInstalled() {
  const installedText = readText(installedFile)
  if (installedText === undefined) return false
  const installed = JSON.parse(installedText)
  if (!Object.keys(installed.packages).every((path) => existsSync(path))) return false
  const lockText = readFileSync(wantedFile, 'utf8')
  if (readText(stampFile) === stampOf(lockText, thisPlatform)) return true
  return differenceBetween(JSON.parse(lockText), installed, thisPlatform) === undefined
}

/**
 * Installs the packages of package-lock.json and verifies the result. Nothing is compiled and no package scripts run
 * (.npmrc). `npm ci` would refuse a lock file that lacks optional packages of other platforms, and not every registry
 * carries them.
 */
export async function installPackages(steps) {
  await steps.run('Installing packages', async () => {
    // Use the npm that started this script or, if started by hand, the one on the PATH.
    const npm = process.env.npm_execpath
    const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
    const args = [
      ...first,
      'install',
      '--no-save',
      '--include=dev',
      '--include=optional',
      '--no-progress',
      '--loglevel=error',
    ]
    const { code, output } = await runQuietly(command, args).catch((error) => ({ code: 1, output: error.message }))
    const again = 'rm -rf node_modules && npm install --no-save'
    if (code !== 0)
      throw new SetUpError(`${output.trim()}\n\nThe packages could not be installed. Try again with: ${again}`)
    const lockText = readFileSync(wantedFile, 'utf8')
    const installed = JSON.parse(readFileSync(installedFile, 'utf8'))
    const difference = differenceBetween(JSON.parse(lockText), installed, thisPlatform)
    if (difference)
      throw new SetUpError(`The installation differs from package-lock.json: ${difference}. Try again with: ${again}`)
    writeFileSync(stampFile, stampOf(lockText, thisPlatform))
  })
}
