import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesOf } from '../../scripts/new-feature/names.ts'
import { endWithTest } from '../support/endings.ts'

const root = join(import.meta.dirname, '../..')

/** A separate checkout without build output. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'examhall-feature-'))
  endWithTest(async () => rmSync(copy, { recursive: true }))
  const parts = [
    'src',
    'drizzle',
    'scripts',
    'tests',
    'migrations',
    'README.md',
    'package.json',
    'biome.json',
    '.gitignore',
  ]
  for (const part of [...parts, 'drizzle.config.ts']) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

it('makes a feature that the layout and the lint have nothing against', { timeout: 120_000 }, () => {
  const copy = copyCheckout()
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  const made = run('scripts/new-feature.ts', 'halls')
  expect(made.stdout + made.stderr).toContain('Next:')
  const paths = [...made.stdout.matchAll(/^ {2}(\S+\.tsx?)$/gm)].map(([, path = '']) => path)
  expect(paths).toContain('src/server/features/halls/router.ts')
  expect(paths).toContain('tests/permissions/matrix.ts')
  expect(paths.filter((path) => !existsSync(join(copy, path)))).toEqual([])
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toMatch(/^\| halls /m)

  expect(run('scripts/structure.ts').stdout).toMatch(/no breach\n$/)
  const lint = spawnSync(join(root, 'node_modules/.bin/biome'), ['check', 'README.md', ...paths], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(lint.stdout + lint.stderr).toContain('No fixes applied')
  expect(lint.status).toBe(0)

  const again = run('scripts/new-feature.ts', 'halls')
  expect(again.stderr).toContain('"halls" is a feature already.')
  expect(again.status).toBe(1)
})

it.each(['', 'Halls', 'hall', 'exam-halls', '../halls', 'class', 'utils/s'])('refuses the name "%s"', (name) => {
  expect(() => namesOf(root, name)).toThrow(`"${name}" is no name for a feature`)
})

it('refuses what is a feature, or a folder, already', () => {
  expect(() => namesOf(root, 'colleges')).toThrow('is a feature already')
  expect(() => namesOf(root, 'errors')).toThrow('src/shared/errors.ts is there already')
})
