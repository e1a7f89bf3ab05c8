/**
 * Writes the REST reference: every documented call, its fields from the OpenAPI document, and an example run against a
 * fresh server. Writes dist/rest.md and a page of the built client, served beside /api/docs. Takes about a minute.
 *     npm run docs:rest
 */
import { join } from 'node:path'
import { runOne } from './setup/run.mjs'

process.chdir(join(import.meta.dirname, '..'))
const env = { ...process.env, REST_DOCS_TO: 'dist' }
process.exitCode = await runOne('node_modules/.bin/vitest', ['run', 'tests/rest/reference.test.ts'], env)
