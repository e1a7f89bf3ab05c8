import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '#tests/backups/data.ts'

/** bwrap arguments that make everything read-only except one folder. */
const only = (folder: string) => ['--ro-bind', '/', '/', '--dev', '/dev', '--bind', folder, folder, '--chdir', '/']

function whyNot(): string | undefined {
  try {
    execFileSync('bwrap', [...only(scratch()), 'true'], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}
const reason = whyNot()

describe.skipIf(reason !== undefined)(
  `with only DATA_DIR writable${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: 180_000 },
  () => {
    it('a database larger than SQLite’s cache is vacuumed and sorted', () => {
      const dataDir = scratch()
      const program = join(import.meta.dirname, 'rewriter.ts')
      const { stdout, stderr } = spawnSync('bwrap', [...only(dataDir), process.execPath, program, dataDir], {
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      })
      expect({ stdout, stderr }).toEqual({ stdout: '150000\n', stderr: '' })
      expect(readdirSync(dataDir).filter((name) => !name.startsWith('examhall'))).toEqual([])
    })
  },
)
