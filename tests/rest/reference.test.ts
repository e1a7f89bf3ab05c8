import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openApiDocument } from '#server/rest/openapi.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import { callsOf, type OpenApi, pageOf, withoutExamples } from '../../scripts/rest-docs/page.ts'
import { makeExamples } from './reference/examples.ts'

const file = join(import.meta.dirname, '../../docs/rest.md')
const document = openApiDocument(listProcedures()) as unknown as OpenApi

// `npm run docs:rest` comes this way: the examples are carried out where everything that tests a call already is.
it.runIf(process.env.WRITE_REST_DOCS)(
  'docs/rest.md is written',
  async () => writeFileSync(file, pageOf(document, await makeExamples())),
  900_000,
)

it('docs/rest.md says what the OpenAPI document says: otherwise run npm run docs:rest', () => {
  const page = readFileSync(file, 'utf8')
  expect(withoutExamples(page), 'run npm run docs:rest').toBe(pageOf(document))
})

it('docs/rest.md has an example of every call: otherwise run npm run docs:rest', () => {
  const page = readFileSync(file, 'utf8')
  for (const { method, path } of callsOf(document)) {
    const section = page.split(`### ${method} ${path}\n`)[1]?.split('\n### ')[0] ?? ''
    expect(section, `${method} ${path}: run npm run docs:rest`).toMatch(
      /<!-- example -->\n\n```bash\ncurl [\s\S]*?```json\n[\s\S]*?```\n\n<!-- \/example -->/,
    )
  }
})
