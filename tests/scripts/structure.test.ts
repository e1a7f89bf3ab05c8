import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStructure } from '../../scripts/structure/check.ts'
import { readSources } from '../../scripts/structure/sources.ts'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/structure.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-structure-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let trees = 0
/** Writes a tree and checks it. Each breach comes back as `path: problem`. */
function check(files: Record<string, string>): string[] {
  const tree = join(folder, String(++trees))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return checkStructure(readSources(tree)).map(({ path, problem }) => `${path}: ${problem}`)
}

const server = (path: string) => `src/server/${path}`
const feature = (path: string) => `src/server/features/${path}`

describe('the real tree', () => {
  it('has no breach', () => {
    const run = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    expect(run.stdout).toMatch(/^structure: \d{2,} files, no breach\n$/)
    expect(run.status).toBe(0)
  })
})

describe('what is allowed', () => {
  it('is silent', () => {
    expect(
      check({
        [feature('colleges/router.ts')]:
          "import { z } from 'zod'\nimport { TRPCError } from '@trpc/server'\nimport './service.ts'\nimport './people/router.ts'\nimport '#server/trpc/init.ts'\nimport '#shared/schema.ts'\nimport '#server/platform/files.ts'\n",
        [feature('colleges/people/router.ts')]: "import './service.ts'\n",
        [feature('colleges/people/service.ts')]: "import '../../audit/service.ts'\nimport './repo.ts'\n",
        [feature('colleges/people/repo.ts')]:
          "import 'drizzle-orm/sqlite-core'\nimport '#drizzle/schema/colleges.ts'\n",
        [feature('colleges/service.ts')]: 'export const at = (now: number) => new Date(now)\n',
        [feature('audit/service.ts')]: "// Date.now() and process.env in a comment\nexport const text = 'new Date()'\n",
        [server('platform/clock.ts')]: 'export const now = () => Date.now()\n',
        [server('platform/config.ts')]: 'export const port = process.env.PORT\n',
        [server('platform/db.ts')]: "import 'drizzle-orm/better-sqlite3'\n",
        [server('cli/demo.ts')]: "import '#drizzle/seed/college.ts'\n",
        [server('rest/adapter.ts')]: "import '../app-router.ts'\nimport '../trpc/init.ts'\nimport 'fastify'\n",
        [server('trpc/procedures.ts')]: "import { mintCollegeScope } from '../platform/scope.ts'\n",
        'src/shared/tests/rules.ts': "import { z } from 'zod'\nimport '../schema.ts'\n",
        'src/shared/tests/rules.test.ts': "import { expect } from 'vitest'\nimport 'node:fs'\nexpect(Date.now())\n",
        'src/client/main.tsx':
          "import type { AppRouter } from '#server/app-router.ts'\nimport 'react'\nimport './theme.css'\n",
        'src/client/features/attempts/room/clock.ts': 'export const now = () => Date.now()\n',
        'src/client/features/attempts/queries.ts': "import '#shared/attempts/schema.ts'\n",
      }),
    ).toEqual([])
  })
})

describe('a planted breach', () => {
  const long = (lines: number) => 'export {}\n'.repeat(lines)
  const cases: [rule: string, files: Record<string, string>, found: string[]][] = [
    // Names and sizes
    ['a seventh file', { [feature('tests/types.ts')]: '' }, [`${feature('tests/types.ts')}: types.ts is none of`]],
    [
      'in a sub-folder',
      { [feature('tests/import/csv.ts')]: '' },
      [`${feature('tests/import/csv.ts')}: csv.ts is none of`],
    ],
    [
      'a new feature',
      { [feature('exams/service.ts')]: '' },
      [`${feature('exams/service.ts')}: "exams" is not a feature`],
    ],
    ['a new shared file', { 'src/shared/tests/types.ts': '' }, ['src/shared/tests/types.ts: types.ts is none of']],
    [
      'a new shared feature',
      { 'src/shared/exams/rules.ts': '' },
      ['src/shared/exams/rules.ts: "exams" is not a feature'],
    ],
    [
      'a loose client file',
      { 'src/client/features/tests/form.tsx': '' },
      ['src/client/features/tests/form.tsx: form.tsx is none of'],
    ],
    [
      'a room outside of attempts',
      { 'src/client/features/tests/room/a.ts': '' },
      ['src/client/features/tests/room/a.ts: room/a.ts is none of'],
    ],
    ['a barrel', { 'src/client/ui/index.ts': '' }, ['src/client/ui/index.ts: "index.ts" says nothing']],
    ['a utils folder', { 'src/client/utils/a.ts': '' }, ['src/client/utils/a.ts: "utils" says nothing']],
    ['a helpers file', { 'scripts/helpers.ts': '' }, ['scripts/helpers.ts: "helpers.ts" says nothing']],
    [
      '401 lines',
      { 'src/client/ui/a.ts': long(401), 'src/client/ui/b.ts': long(400) },
      ['src/client/ui/a.ts: 401 lines'],
    ],
    // Who imports whom
    [
      'shared → a package',
      { 'src/shared/errors.ts': "import 'uuidv7'" },
      ['src/shared/errors.ts: shared imports npm:uuidv7'],
    ],
    [
      'shared → server',
      { 'src/shared/errors.ts': "import type { A } from '#server/a.ts'" },
      ['shared imports src/server/a.ts'],
    ],
    [
      'client → the router as a value',
      { 'src/client/lib/trpc.ts': "import { appRouter } from '#server/app-router.ts'" },
      ['src/client/lib/trpc.ts: client imports src/server/app-router.ts'],
    ],
    [
      'client → server',
      { 'src/client/lib/a.ts': "import type { Actor } from '../../server/platform/platform.ts'" },
      ['client imports src/server/platform/platform.ts'],
    ],
    ['client → node', { 'src/client/lib/a.ts': "import 'node:fs'" }, ['client imports node:fs']],
    [
      'router → own repo',
      { [feature('tests/router.ts')]: "import './repo.ts'" },
      [`a router imports ${feature('tests/repo.ts')}`],
    ],
    [
      'router → drizzle',
      { [feature('tests/router.ts')]: "import { eq } from 'drizzle-orm'" },
      ['a router imports npm:drizzle-orm', 'imports npm:drizzle-orm'],
    ],
    [
      'service → @trpc',
      { [feature('tests/service.ts')]: "import '@trpc/server'" },
      ['a service imports npm:@trpc/server'],
    ],
    [
      'service → trpc/',
      { [feature('tests/service.ts')]: "import '#server/trpc/init.ts'" },
      ['a service imports src/server/trpc'],
    ],
    ['service → fastify', { [feature('tests/a/service.ts')]: "import 'fastify'" }, ['a service imports npm:fastify']],
    [
      'service → rest',
      { [feature('tests/service.ts')]: "import '#server/rest/json.ts'" },
      ['a service imports src/server/rest/json.ts', 'which stands above it'],
    ],
    [
      'service → drizzle',
      { [feature('tests/service.ts')]: "import 'drizzle-orm'" },
      ['service.ts: imports npm:drizzle-orm'],
    ],
    [
      'service → a table',
      { [feature('tests/service.ts')]: "type T = import('#drizzle/schema/tests.ts').T" },
      ['service.ts: imports drizzle/schema/tests.ts'],
    ],
    ['repo → its service', { [feature('tests/repo.ts')]: "import './service.ts'" }, ['a repo imports']],
    [
      'platform → drizzle',
      { [server('platform/mail.ts')]: "import 'drizzle-orm'" },
      ['mail.ts: imports npm:drizzle-orm'],
    ],
    [
      'feature → another’s repo',
      { [feature('assignments/service.ts')]: "import '../tests/repo.ts'" },
      [`assignments imports ${feature('tests/repo.ts')}`],
    ],
    [
      'a circle of features',
      {
        [feature('tests/service.ts')]: "import '../assignments/people/service.ts'",
        [feature('assignments/service.ts')]: "export * from '../tests/service.ts'",
      },
      ['a circle of features: '],
    ],
    [
      'attempts → reports',
      { [feature('attempts/service.ts')]: "import '../reports/service.ts'" },
      ['attempts import reports'],
    ],
    ...['judge/run.ts', 'platform/mail.ts', 'trpc/init.ts'].map((path): [string, Record<string, string>, string[]] => [
      `${path} → a feature`,
      { [server(path)]: "const a = await import('#server/features/tests/service.ts')" },
      [`${server(path)}: imports ${feature('tests/service.ts')}, which stands above it`],
    ]),
    [
      'rest → a feature',
      { [server('rest/a.ts')]: "import '../features/tests/service.ts'" },
      ['rest imports src/server/features'],
    ],
    ['src → tests', { [server('cli/demo.ts')]: "import '#tests/factories/a.ts'" }, ['imports tests/factories/a.ts']],
    [
      'a circle of files',
      { 'src/shared/a.ts': "import './b.ts'", 'src/shared/b.ts': "import type { A } from './a.ts'" },
      ['a circle of imports: src/shared/a.ts → src/shared/b.ts → src/shared/a.ts'],
    ],
    // Things with one home
    [
      'a minted college scope',
      { [feature('tests/service.ts')]: "import { mintCollegeScope } from '#server/platform/scope.ts'" },
      ['uses mintCollegeScope'],
    ],
    ['a minted student scope', { [server('app.ts')]: 'scope.mintStudentScope(a, b)' }, ['uses mintStudentScope']],
    ['Date.now', { [server('app.ts')]: 'export const at = Date.now()' }, ['src/server/app.ts: uses the system clock']],
    [
      'Date.now handed on',
      { 'src/shared/a.ts': 'export const clock = Date.now' },
      ['src/shared/a.ts: uses the system clock'],
    ],
    [
      'new Date()',
      { 'src/shared/a.ts': 'export const a = `${new Date()}`' },
      ['src/shared/a.ts: uses the system clock'],
    ],
    ['process.env', { [server('app.ts')]: 'process.env.PORT' }, ['src/server/app.ts: uses process.env']],
    [
      'node:process',
      { [server('app.ts')]: "import { env } from 'node:process'" },
      ['src/server/app.ts: imports node:process'],
    ],
  ]

  it.each(cases)('%s is found', (_rule, files, found) => {
    const breaches = [...new Set(check(files))].filter((breach) => found.some((text) => breach.includes(text)))
    for (const text of found) expect(check(files)).toContainEqual(expect.stringContaining(text))
    expect(breaches.length).toBeGreaterThanOrEqual(1)
  })

  it('makes the script say how to mend it and exit with 1', () => {
    const tree = join(folder, 'script')
    mkdirSync(join(tree, 'src/shared'), { recursive: true })
    writeFileSync(join(tree, 'src/shared/errors.ts'), "\nimport 'node:fs'\n")
    const run = spawnSync(process.execPath, [script, tree], { encoding: 'utf8' })
    expect(run.stdout).toBe(
      'src/shared/errors.ts:2: shared imports node:fs\n    Shared code imports zod and shared alone: pass the rest in.\n\nstructure: 1 files, 1 breach\n',
    )
    expect(run.status).toBe(1)
  })
})

describe('the routes table', () => {
  it('is printed with every documented path', () => {
    const lines = execFileSync(process.execPath, [join(root, 'scripts/routes.ts')], { encoding: 'utf8' }).split('\n')
    expect(lines[0]).toMatch(/^METHOD +PATH +PROCEDURE +ROLES$/)
    expect(lines).toContainEqual(expect.stringMatching(/^POST +\/api\/auth\/login +auth\.login +public$/))
  })
})
