/**
 * Regenerates docs/rest.md: every documented call, its fields from the OpenAPI document, and an example run against a
 * fresh server.
 *     node scripts/rest-docs.ts
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/rest/reference.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, WRITE_REST_DOCS: 'true' },
})
process.exit(status ?? 1)
