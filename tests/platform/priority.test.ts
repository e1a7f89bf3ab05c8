import { spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../../src/server/platform/priority.ts')

/** Starts a process at a priority, which then gives way. @returns its priority */
function after(started: number, nice: number): number {
  const code = `const { giveWay } = await import(${JSON.stringify(source)}); giveWay(${nice})
    console.log((await import('node:os')).getPriority())`
  const node = [process.execPath, '--input-type=module', '-e', code]
  return Number(spawnSync('nice', ['-n', String(started), ...node], { encoding: 'utf8' }).stdout)
}

it('a process gives way, but never takes back what it has given', () => {
  const own = getPriority()
  expect(after(0, own + 2)).toBe(own + 2)
  expect(after(4, own + 2)).toBe(own + 4)
})
