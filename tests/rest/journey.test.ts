import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startServer } from '#tests/support/process.ts'

const root = join(import.meta.dirname, '../..')

/** All of the page's commands, in order, as one script that stops at the first failure. */
const commands = [...readFileSync(join(root, 'docs/rest-journey.md'), 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)]
  .map((block) => block[1])
  .join('\n')

it('docs/rest-journey.md runs unchanged, from sign-in to result', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-journey-'))
  const server = await startServer(dataDir)
  try {
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
      cwd: root,
      env: { PATH: process.env.PATH, EXAMHALL_URL: server.url, MASTER_ADMIN_PASSWORD: 'first-password' },
    })
    expect(stdout).toMatch(/\d+ questions read, 0 rows refused/)
    expect(stdout).toContain('"assigned":1')
    expect(stdout).toContain('2 of 3 added\nrow 4, ')
    expect(stdout).toContain('member.delete Kavya Nair\nmember.deactivate Kavya Nair\nmember.update Kavya Nair\n')
    expect(stdout).toContain('Password changed successfully!')
    expect(stdout).toMatch(/"marksObtained": \d+,\n {2}"totalMarks": \d+/)
    expect(stdout).toContain('reopened 10 min\nextra 5 min\n')
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true })
  }
})
