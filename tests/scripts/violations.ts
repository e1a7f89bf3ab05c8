/** One violation of every rule of the structure check. */

type Violation = [rule: string, files: Record<string, string>, found: string[]]

const server = (path: string) => `src/server/${path}`
const feature = (path: string) => `src/server/features/${path}`
const long = (lines: number) => 'export {}\n'.repeat(lines)
export const violations: Violation[] = [
  // Names and sizes
  ...['service.ts', 'repo.ts', 'exports.ts', 'tests.queries.ts', 'Tests.ts'].map(
    (name): Violation => [
      `${name} on the server`,
      { [feature(`tests/${name}`)]: '' },
      [`${feature(`tests/${name}`)}: ${name} does not name its concern`],
    ],
  ),
  [
    'a bare suffix in the platform',
    { [server('platform/mail/repo.ts')]: '' },
    [`${server('platform/mail/repo.ts')}: repo.ts does not name its concern`],
  ],
  [
    'a bare suffix in a folder',
    Object.fromEntries(['repo', 'a', 'b', 'c'].map((name) => [feature(`tests/import/${name}.ts`), ''])),
    [`${feature('tests/import/repo.ts')}: repo.ts does not name its concern`],
  ],
  [
    'a folder with three files',
    {
      ...Object.fromEntries(['a', 'b', 'c', 'd.test'].map((name) => [feature(`tests/import/${name}.ts`), ''])),
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [feature(`tests/images/${name}.ts`), ''])),
    },
    [
      `${feature('tests/import')}: folder with only 3 files`,
      `${feature('tests/import/d.test.ts')}: d.test.ts does not name its concern`,
    ],
  ],
  [
    'a shared folder with one file',
    { 'src/shared/tests/import/a.rules.ts': '' },
    ['src/shared/tests/import: folder with only 1 file'],
  ],
  ['a new feature', { [feature('exams/start.ts')]: '' }, [`${feature('exams/start.ts')}: "exams" is not a feature`]],
  ...['types.ts', 'rules.ts', 'tests.repo.ts'].map(
    (name): Violation => [
      `${name} in shared`,
      { [`src/shared/tests/${name}`]: '' },
      [`src/shared/tests/${name}: ${name} does not name its concern`],
    ],
  ),
  [
    'a new shared feature',
    { 'src/shared/exams/exams.rules.ts': '' },
    ['src/shared/exams/exams.rules.ts: "exams" is not a feature'],
  ],
  [
    'a client folder with one file',
    { 'src/client/features/tests/screens/a.tsx': '' },
    ['src/client/features/tests/screens: folder with only 1 file'],
  ],
  [
    'an unknown client folder',
    { 'src/client/features/tests/room/a.ts': '' },
    [
      'src/client/features/tests/room/a.ts: room/a.ts is neither',
      'src/client/features/tests/room: folder with only 1 file',
    ],
  ],
  [
    'a feature that reaches into the app',
    { 'src/client/features/tests/queries.ts': "import '#client/app/router.tsx'\n", 'src/client/app/router.tsx': '' },
    ['src/client/features/tests/queries.ts: imports src/client/app/router.tsx'],
  ],
  ['a barrel', { 'src/client/ui/index.ts': '' }, ['src/client/ui/index.ts: "index.ts" is a vague name']],
  ['a utils folder', { 'src/client/utils/a.ts': '' }, ['src/client/utils/a.ts: "utils" is a vague name']],
  ['a helpers file', { 'scripts/helpers.ts': '' }, ['scripts/helpers.ts: "helpers.ts" is a vague name']],
  [
    '351 lines',
    { 'src/client/ui/a.ts': long(351), 'src/client/ui/b.ts': long(350) },
    ['src/client/ui/a.ts: 351 lines'],
  ],
  [
    'a short file with one importer',
    {
      'src/shared/a.ts': "import './b.ts'\nimport './c.ts'\nimport './d.ts'\n",
      'src/shared/b.ts': long(40),
      'src/shared/c.ts': long(41),
      'src/shared/d.ts': long(1),
      'src/shared/e.ts': "import './d.ts'\n",
    },
    ['src/shared/b.ts: 40 lines that only src/shared/a.ts imports'],
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
    { [feature('tests/tests.router.ts')]: "import './tests.repo.ts'" },
    [`a router imports ${feature('tests/tests.repo.ts')}`],
  ],
  [
    'router → drizzle',
    { [feature('tests/tests.router.ts')]: "import { eq } from 'drizzle-orm'" },
    ['a router imports npm:drizzle-orm', 'imports npm:drizzle-orm'],
  ],
  [
    'use case → @trpc',
    { [feature('tests/tests.ts')]: "import '@trpc/server'" },
    ['a use case imports npm:@trpc/server'],
  ],
  [
    'use case → trpc/',
    { [feature('tests/tests.ts')]: "import '#server/trpc/init.ts'" },
    ['a use case imports src/server/trpc'],
  ],
  ['jobs → fastify', { [feature('tests/tests.jobs.ts')]: "import 'fastify'" }, ['a jobs file imports npm:fastify']],
  [
    'use case → rest',
    { [feature('tests/tests.ts')]: "import '#server/rest/json.ts'" },
    ['a use case imports src/server/rest/json.ts', 'which is in a higher layer'],
  ],
  [
    'use case → drizzle',
    { [feature('tests/tests.ts')]: "import 'drizzle-orm'" },
    ['tests.ts: imports npm:drizzle-orm'],
  ],
  [
    'use case → a table',
    { [feature('tests/tests.ts')]: "type T = import('#drizzle/schema/tests.ts').T" },
    ['tests.ts: imports drizzle/schema/tests.ts'],
  ],
  ['repo → its use case', { [feature('tests/tests.repo.ts')]: "import './tests.ts'" }, ['a repo imports']],
  [
    'platform → drizzle',
    { [server('platform/mail.ts')]: "import 'drizzle-orm'" },
    ['mail.ts: imports npm:drizzle-orm'],
  ],
  [
    'platform → the judge',
    { [server('platform/mail.ts')]: "import type { Verdict } from '../judge/types.ts'" },
    [`${server('platform/mail.ts')}: platform imports src/server/judge/types.ts`],
  ],
  ...['import { createServices }', 'import type { Services }'].map((names, place): Violation => {
    const path = [feature('tests/tests.ts'), server('platform/mail.ts')][place] ?? ''
    return [
      `${path} → services`,
      { [path]: `${names} from '#server/services.ts'` },
      [`${path}: imports src/server/services.ts`],
    ]
  }),
  [
    'a table → the server',
    { 'drizzle/schema/tests.ts': "import '#server/platform/clock.ts'" },
    ['drizzle/schema/tests.ts: tables import src/server/platform/clock.ts'],
  ],
  [
    'a table → tests',
    { 'drizzle/schema/tests.ts': "import '#tests/factories/a.ts'" },
    ['drizzle/schema/tests.ts: imports tests/factories/a.ts'],
  ],
  ...['repo', 'router', 'errors', 'jobs', 'exports'].map(
    (kind): Violation => [
      `feature → another’s ${kind}`,
      { [feature('assignments/assignments.ts')]: `import '../tests/tests.${kind}.ts'` },
      [`assignments imports ${feature(`tests/tests.${kind}.ts`)}`],
    ],
  ),
  [
    'router → another’s exports',
    { [feature('assignments/assignments.router.ts')]: "import '../tests/tests.exports.ts'" },
    ['a router imports', `assignments imports ${feature('tests/tests.exports.ts')}`],
  ],
  [
    'a feature cycle',
    {
      [feature('tests/tests.ts')]: "import '../assignments/students.ts'",
      [feature('assignments/assignments.ts')]: "export * from '../tests/tests.ts'",
    },
    ['feature cycle: src/server/features/'],
  ],
  [
    'a client feature cycle',
    {
      'src/client/features/tests/queries.ts': "import '../reports/components/a.tsx'",
      'src/client/features/reports/queries.ts': "import type { A } from '#client/features/tests/model/a.ts'",
    },
    ['feature cycle: src/client/features/reports → src/client/features/tests → src/client/features/reports'],
  ],
  [
    'attempts → reports',
    { [feature('attempts/save.ts')]: "import '../reports/reports.ts'" },
    ['attempts import reports'],
  ],
  ...['judge/run.ts', 'platform/mail.ts', 'trpc/init.ts'].map(
    (path): Violation => [
      `${path} → a feature`,
      { [server(path)]: "const a = await import('#server/features/tests/tests.ts')" },
      [`${server(path)}: imports ${feature('tests/tests.ts')}, which is in a higher layer`],
    ],
  ),
  [
    'rest → a feature',
    { [server('rest/a.ts')]: "import '../features/tests/tests.ts'" },
    ['rest imports src/server/features'],
  ],
  ['src → tests', { [server('cli/demo.ts')]: "import '#tests/factories/a.ts'" }, ['imports tests/factories/a.ts']],
  [
    'an import cycle',
    { 'src/shared/a.ts': "import './b.ts'", 'src/shared/b.ts': "import type { A } from './a.ts'" },
    [
      'import cycle: src/shared/a.ts → src/shared/b.ts → src/shared/a.ts',
      'src/shared/a.ts: 1 lines that only',
      'src/shared/b.ts: 1 lines that only',
    ],
  ],
  [
    'a client import cycle',
    { 'src/client/ui/a.tsx': "import './b.ts'", 'src/client/ui/b.ts': "import type { A } from './a.tsx'" },
    [
      'import cycle: src/client/ui/a.tsx → src/client/ui/b.ts → src/client/ui/a.tsx',
      'src/client/ui/a.tsx: 1 lines that only',
      'src/client/ui/b.ts: 1 lines that only',
    ],
  ],
  [
    'attempts → a coding table',
    {
      [feature('attempts/code.repo.ts')]:
        "import { codingCases, submissions as programs } from '#drizzle/schema/coding.ts'\ndb.insert(programs).values(row)\nmap.delete(codingCases.id)\n",
    },
    [`${feature('attempts/code.repo.ts')}: attempts writes submissions of coding`],
  ],
  // Used in one place only
  [
    'a minted college scope',
    { [feature('tests/tests.ts')]: "import { mintCollegeScope } from '#server/platform/scope.ts'" },
    ['uses mintCollegeScope'],
  ],
  ['a minted student scope', { [server('app.ts')]: 'scope.mintStudentScope(a, b)' }, ['uses mintStudentScope']],
  ['Date.now', { [server('app.ts')]: 'export const at = Date.now()' }, ['src/server/app.ts: uses the system clock']],
  [
    'Date.now passed on',
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
