import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStructure } from '../../scripts/structure/check.ts'
import { readSources } from '../../scripts/structure/sources.ts'
import { violations } from './violations.ts'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/structure.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-structure-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let trees = 0
/** Writes a source tree and checks it. @returns violations as `path: problem` */
function check(files: Record<string, string>): string[] {
  const tree = join(folder, String(++trees))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return checkStructure(readSources(tree)).map(({ path, problem }) => `${path}: ${problem}`)
}

describe('the real tree', () => {
  it('has no violations', () => {
    const run = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    expect(run.stdout).toMatch(/^structure: \d{2,} files, no violations\n$/)
    expect(run.status).toBe(0)
  })
})

describe('allowed code', () => {
  it('is not reported', () => {
    expect(
      check({
        'src/server/features/colleges/colleges.router.ts':
          "import { z } from 'zod'\nimport { TRPCError } from '@trpc/server'\nimport './colleges.ts'\nimport './colleges.exports.ts'\nimport './overview.router.ts'\nimport '#server/trpc/init.ts'\nimport '#shared/schema.ts'\nimport '#server/platform/files.ts'\n",
        'src/server/features/colleges/overview.router.ts': "import './overview.ts'\n",
        'src/server/features/colleges/overview.ts':
          "import '../audit/audit.ts'\nimport type { Services } from '#server/services.ts'\nimport './overview.repo.ts'\nimport './colleges.errors.ts'\n",
        'src/server/features/colleges/overview.repo.ts':
          "import 'drizzle-orm/sqlite-core'\nimport { colleges } from '#drizzle/schema/colleges.ts'\nimport { attempts } from '#drizzle/schema/attempts.ts'\nimport './colleges.repo.ts'\ndb.delete(attempts).run()\ndb.update(colleges)\n",
        'src/server/features/colleges/colleges.ts': 'export const at = (now: number) => new Date(now)\n',
        'src/server/features/colleges/colleges.jobs.ts': "import './colleges.repo.ts'\n",
        'src/server/features/audit/audit.ts':
          "// Date.now() and process.env in a comment\nexport const text = 'new Date()'\n",
        'drizzle/schema/colleges.ts': "import 'drizzle-orm/sqlite-core'\nimport '#shared/tests/tests.schema.ts'\n",
        'src/server/demo/demo.repo.ts': "import 'drizzle-orm'\nimport '#drizzle/schema/colleges.ts'\n",
        'src/server/demo/load.ts': "import './demo.repo.ts'\nimport '../app.ts'\n",
        'src/server/platform/clock.ts': 'export const now = () => Date.now()\n',
        'src/server/platform/settings.ts': 'export const port = process.env.PORT\n',
        'src/server/platform/db.ts': "import 'drizzle-orm/better-sqlite3'\n",
        'src/server/cli/demo.ts': "import '../demo/load.ts'\n",
        'src/server/rest/adapter.ts': "import '../app-router.ts'\nimport '../trpc/init.ts'\nimport 'fastify'\n",
        'src/server/trpc/procedures.ts': "import { mintCollegeScope } from '../platform/scope.ts'\n",
        'src/shared/tests/tests.rules.ts': "import { z } from 'zod'\nimport '../schema.ts'\n",
        'src/shared/tests/tests.rules.test.ts':
          "import { expect } from 'vitest'\nimport 'node:fs'\nexpect(Date.now())\n",
        'src/client/main.tsx':
          "import type { AppRouter } from '#server/app-router.ts'\nimport 'react'\nimport './theme.css'\n",
        'src/client/features/attempts/clock.ts': 'export const now = () => Date.now()\n',
        'src/client/features/attempts/queries.ts': "import '#shared/attempts/attempts.schema.ts'\n",
      }),
    ).toEqual([])
  })
})

describe('a violation', () => {
  it.each(violations)('is reported: %s', (_rule, files, found) => {
    const reported = check(files)
    for (const text of found) expect(reported).toContainEqual(expect.stringContaining(text))
    expect(reported.filter((violation) => !found.some((text) => violation.includes(text)))).toEqual([])
  })

  it('is printed with its fix, and makes the script exit with code 1', () => {
    const tree = join(folder, 'script')
    mkdirSync(join(tree, 'src/shared'), { recursive: true })
    writeFileSync(join(tree, 'src/shared/errors.ts'), "\nimport 'node:fs'\n")
    const run = spawnSync(process.execPath, [script, tree], { encoding: 'utf8' })
    expect(run.stdout).toBe(
      'src/shared/errors.ts:2: shared imports node:fs\n    Shared code may import only zod and shared code. Pass in the rest.\n\nstructure: 1 files, 1 violation\n',
    )
    expect(run.status).toBe(1)
  })
})
