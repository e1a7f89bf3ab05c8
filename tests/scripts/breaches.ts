/** One breach planted for every rule of the structure check. */

type Breach = [rule: string, files: Record<string, string>, found: string[]]

const server = (path: string) => `src/server/${path}`
const feature = (path: string) => `src/server/features/${path}`
const long = (lines: number) => 'export {}\n'.repeat(lines)
export const breaches: Breach[] = [
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
    'a folder that is none of the four',
    { 'src/client/features/tests/room/a.ts': '' },
    ['src/client/features/tests/room/a.ts: room/a.ts is none of'],
  ],
  [
    'a feature that reaches into the app',
    { 'src/client/features/tests/queries.ts': "import '#client/app/router.tsx'\n", 'src/client/app/router.tsx': '' },
    ['src/client/features/tests/queries.ts: imports src/client/app/router.tsx'],
  ],
  ['a barrel', { 'src/client/ui/index.ts': '' }, ['src/client/ui/index.ts: "index.ts" says nothing']],
  ['a utils folder', { 'src/client/utils/a.ts': '' }, ['src/client/utils/a.ts: "utils" says nothing']],
  ['a helpers file', { 'scripts/helpers.ts': '' }, ['scripts/helpers.ts: "helpers.ts" says nothing']],
  [
    '401 lines',
    { 'src/client/ui/a.ts': long(401), 'src/client/ui/b.ts': long(400) },
    ['src/client/ui/a.ts: 401 lines'],
  ],
  // Imports
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
  ...['judge/run.ts', 'platform/mail.ts', 'trpc/init.ts'].map(
    (path): Breach => [
      `${path} → a feature`,
      { [server(path)]: "const a = await import('#server/features/tests/tests.ts')" },
      [`${server(path)}: imports ${feature('tests/service.ts')}, which stands above it`],
    ],
  ),
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
    { 'src/shared/a.ts': "export const a = 'it is ' + new Date()" },
    ['src/shared/a.ts: uses the system clock'],
  ],
  ['process.env', { [server('app.ts')]: 'process.env.PORT' }, ['src/server/app.ts: uses process.env']],
  [
    'node:process',
    { [server('app.ts')]: "import { env } from 'node:process'" },
    ['src/server/app.ts: imports node:process'],
  ],
]
