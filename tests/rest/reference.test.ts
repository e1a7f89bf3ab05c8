import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openApiDocument } from '#server/rest/openapi.ts'
import { type ListedProcedure, listProcedures } from '#server/rest/procedures.ts'
import { matrix } from '#tests/permissions/matrix.ts'
import { callsOf, htmlOf, type OpenApi, pageOf } from '../../scripts/rest-docs/page.ts'
import { customExamples } from './reference/custom-examples.ts'
import { makeExamples } from './reference/examples.ts'
import { plain } from './reference/placeholders.ts'

const document = openApiDocument(listProcedures()) as unknown as OpenApi
const sectionsOf = (page: string) => page.split('\n### ').slice(1)

// `npm run docs:rest` runs this test, because it needs the same world as the tests of each call.
it.runIf(process.env.REST_DOCS_TO)(
  'runs a successful example of every call for the reference',
  async () => {
    const page = pageOf(document, await makeExamples())
    const failed = sectionsOf(page).filter((section) => !/\nResponse 2\d\d:/.test(section))
    expect(failed.map((section) => section.split('\n')[0])).toEqual([])
    const folder = process.env.REST_DOCS_TO as string
    mkdirSync(join(folder, 'client/api-docs'), { recursive: true })
    writeFileSync(join(folder, 'rest.md'), page)
    writeFileSync(join(folder, 'client/api-docs/reference.html'), htmlOf(page))
  },
  900_000,
)

it('describes every documented call and its fields in the reference', () => {
  const page = pageOf(document, new Map())
  expect(sectionsOf(page).map((section) => section.split('\n')[0])).toEqual(
    callsOf(document).map(({ method, path }) => `${method} ${path}`),
  )
  expect(page).toMatch(/### POST \/auth\/login\n[\s\S]*?\| `email` \| body \| string \| yes \|/)
  expect(htmlOf(page)).toContain('<h2 id="attempts">')
})

it('has custom examples only for calls that exist', () => {
  const names = new Set(listProcedures().map(({ name }) => name))
  expect(Object.keys(customExamples).filter((name) => !names.has(name))).toEqual([])
})

it('has a custom example for every call that fails or needs a file in the permission tests', () => {
  const needsExample = ({ name, rest }: ListedProcedure) =>
    (rest?.multipart && !rest.multipart.optional) || (rest && (matrix[name]?.answers ?? 200) >= 400)
  const missing = listProcedures().filter((listed) => needsExample(listed) && !customExamples[listed.name])
  expect(missing.map(({ name }) => name)).toEqual([])
})

it('replaces receipts and identifiers, even if part of an identifier looks like a receipt', () => {
  const { request, answer } = plain('GET /a/01a203a7-1234-5678-9012-241dbc2eeb7a/QK7T-2M4P-9XWD', {
    id: '01a203a7-1234-5678-9012-241dbc2eeb7a',
    code: 'QK7T-2M4P-9XWD',
  })
  expect(request).toBe('GET /a/0195-example-01/ABCD-EFGH-JKLM')
  expect(JSON.parse(answer)).toEqual({ id: '0195-example-01', code: 'ABCD-EFGH-JKLM' })
})
