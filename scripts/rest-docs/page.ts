import MarkdownIt from 'markdown-it'
import { escapeCell, fieldRows, typeOf } from './fields.ts'

/** The parts of an OpenAPI document that the page uses. */
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; schema?: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, object>
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

/** A call and its response. */
export interface Example {
  request: string
  status: number
  answer: string
}

/** A call as shown on the page, without its example. */
interface Call extends Operation {
  method: string
  path: string
}

/** Lists all calls in the document, sorted by feature and path. */
export const callsOf = ({ paths }: OpenApi): Call[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    .sort((a, b) => compare(a.tags[0] ?? '', b.tags[0] ?? '') || compare(a.path, b.path) || compare(a.method, b.method))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const table = (rows: string[][]) =>
  rows.length === 0
    ? []
    : [
        '| field | in | type | required | accepts |',
        '| --- | --- | --- | --- | --- |',
        ...rows.map((row) => `| ${row.join(' | ')} |`),
        '',
      ]

function rowsOf({ parameters = [], requestBody }: Call): string[][] {
  const inAddress = parameters.map(({ name, in: where, required, schema = {} }) => {
    const { type, takes } = typeOf(schema)
    return [`\`${name}\``, where, type, required ? 'yes' : '', escapeCell(takes)]
  })
  const content = requestBody?.content ?? {}
  const [kind, body] = Object.entries(content)[0] ?? []
  return [...inAddress, ...(body ? fieldRows(body.schema, kind === 'multipart/form-data' ? 'form' : 'body') : [])]
}

function section(call: Call, example: Example | undefined): string[] {
  const shown = example
    ? ['```bash', example.request, '```', '', `Response ${example.status}:`, '', '```json', example.answer, '```']
    : []
  return [
    `### ${call.method} ${call.path}`,
    '',
    `${call.summary}. ${call.description}`,
    '',
    ...table(rowsOf(call)),
    ...(shown.length > 0 ? [...shown, ''] : []),
  ]
}

const intro = `# The REST API, call by call

Generated from the OpenAPI document (\`/api/openapi.json\`). Every example was run against a server; identifiers, tokens and passwords
are replaced, and long lists are cut.

- The base path is \`/api\`. Send a session token or an API token as \`Authorization: Bearer …\`. In the examples, the
  token is \`$TOKEN\` and the server's address is \`$URL\`.
- Requests and responses are JSON. Times are ISO-8601 UTC with milliseconds. An identifier is sent as both \`id\` and \`_id\`.
- \`page\` starts at 1, and \`limit\` is at most 200 in every paged list.

| status | meaning                                                                      |
| ------ | ---------------------------------------------------------------------------- |
| 400    | a field is missing or invalid: \`errors\` lists each as \`{field, message}\`     |
| 401    | the token is missing, expired or deleted, or its user is inactive            |
| 403    | not allowed for this role, or with an API token                              |
| 404    | it does not exist, or belongs to someone else                                |
| 409    | not possible in the current state: \`message\` says why                        |
| 413    | the body is too large                                                        |
| 415    | not JSON, or an unsupported file type                                        |
| 429    | too many requests: \`Retry-After\` is the number of seconds to wait            |
| 500    | internal error: look up its \`requestId\` in the log                           |

Errors have the body \`{"error": "…", "message": "…"}\`. Both contain the same sentence, written for people.
`

/** Returns the page as Markdown. @param examples by operation */
export function pageOf(document: OpenApi, examples: ReadonlyMap<string, Example>): string {
  const calls = callsOf(document)
  const features = [...new Set(calls.map(({ tags }) => tags[0] ?? ''))]
  const contents = features.map((feature) => `[${feature}](#${feature})`).join(' · ')
  const parts = features.flatMap((feature) => [
    `## ${feature}`,
    '',
    ...calls.filter(({ tags }) => tags[0] === feature).flatMap((call) => section(call, examples.get(call.operationId))),
  ])
  return `${[intro, contents, '', ...parts].join('\n').trimEnd()}\n`
}

/** Renders the Markdown page as HTML, with an anchor for each feature. */
export function htmlOf(page: string): string {
  const markdown = new MarkdownIt()
  markdown.renderer.rules.heading_open = (tokens, at) => {
    const { tag } = tokens[at] as { tag: string }
    return tag === 'h2' ? `<h2 id="${tokens[at + 1]?.content}">` : `<${tag}>`
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Examhall REST API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="page.css">
<main>
${markdown.render(page)}</main>
</html>
`
}
