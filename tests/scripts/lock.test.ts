import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from '../../scripts/setup/lock.mjs'

const before = process.cwd()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-lock-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

it('runs one setup at a time, and removes the lock afterwards', async () => {
  const events: string[] = []
  let release = () => {}
  const first = withLock(async () => {
    events.push('first begins')
    await new Promise<void>((resolve) => {
      release = resolve
    })
    events.push('first ends')
  })
  expect(readFileSync('dist/.setup-lock/owner', 'utf8')).toBe(String(process.pid))
  const second = withLock(async () => void events.push('second begins'))
  release()
  await Promise.all([first, second])
  expect(events).toEqual(['first begins', 'first ends', 'second begins'])
  expect(existsSync('dist/.setup-lock')).toBe(false)
})

it('releases the setup lock when the work fails', async () => {
  const failing = withLock(() => Promise.reject(new Error('no network')))
  await expect(failing).rejects.toThrow('no network')
  expect(existsSync('dist/.setup-lock')).toBe(false)
})

it('takes over the setup lock of a process that has exited', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid
  mkdirSync('dist/.setup-lock', { recursive: true })
  writeFileSync('dist/.setup-lock/owner', String(gone))
  expect(await withLock(async () => 'mine')).toBe('mine')
  expect(existsSync('dist/.setup-lock')).toBe(false)
})
