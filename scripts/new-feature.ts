/**
 * Makes a feature's empty vocabulary: table, schema, repo, service, router, queries, screen, tests; and its migration.
 *
 *     npm run new:feature halls
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFeature } from './new-feature/write.ts'

const root = join(import.meta.dirname, '..')
const [name = '', ...more] = process.argv.slice(2)

/** Runs a program of node_modules; ends with its status when it fails. */
function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return
  console.error(stdout + stderr)
  process.exit(status ?? 1)
}

try {
  if (!name || more.length > 0) throw new Error('Usage: npm run new:feature NAME, one plural word, such as halls.')
  const { made, changed } = writeFeature(root, name)
  run('biome', 'check', '--write', ...made, ...changed.filter((path) => path.endsWith('.ts')))
  run('drizzle-kit', 'generate', '--name', name)
  console.log(`Made:\n${[...made, 'migrations/'].map((path) => `  ${path}`).join('\n')}
Changed:\n${changed.map((path) => `  ${path}`).join('\n')}

Next:
  1. Say in drizzle/schema/${name}.ts and src/shared/${name}/schema.ts what it really is. When the table changes, take the new
     migration, its snapshot and its line in migrations/meta/_journal.json back, and make it anew: npm run migration -- --name ${name}
  2. Give the screen a tab in src/client/app/tabs.ts and a route in src/client/app/routes/.
  3. Changes belong in the audit log: src/shared/audit/schema.ts, recordAudit.
  4. Describe it in README.md’s table, and write the new calls into docs/rest.md: npm run docs:rest
  5. vitest run tests/${name} tests/permissions && npm run types && npm run lint && npm run structure`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
