import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openApiDocument } from '#server/rest/openapi.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import { callsOf, type OpenApi, pageOf, withoutExamples } from '../../scripts/rest-docs/page.ts'
import { makeExamples } from './reference/examples.ts'
import { plain } from './reference/plain.ts'

const file = join(import.meta.dirname, '../../docs/rest.md')
const document = openApiDocument(listProcedures()) as unknown as OpenApi

// `npm run docs:rest` runs this: the examples are executed where tests can make any call.
it.runIf(process.env.WRITE_REST_DOCS)(
  'writes docs/rest.md',
  async () => writeFileSync(file, pageOf(document, await makeExamples())),
  900_000,
)

it('docs/rest.md matches the OpenAPI document: otherwise run npm run docs:rest', () => {
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

it('docs/rest.md has a successful example of every call: otherwise add one to reference/better.ts', () => {
  const page = readFileSync(file, 'utf8')
  const failed = page.split('\n### ').filter((section) => /\nAnswer [345]\d\d:/.test(section))
  expect(failed.map((section) => section.split('\n')[0])).toEqual([])
})

it('replaces receipts and identifiers, even if similar to a receipt', () => {
  const { request, answer } = plain('GET /a/01a203a7-1234-5678-9012-241dbc2eeb7a/QK7T-2M4P-9XWD', {
    id: '01a203a7-1234-5678-9012-241dbc2eeb7a',
    code: 'QK7T-2M4P-9XWD',
  })
  expect(request).toBe('GET /a/0195-example-01/ABCD-EFGH-JKLM')
  expect(JSON.parse(answer)).toEqual({ id: '0195-example-01', code: 'ABCD-EFGH-JKLM' })
})
