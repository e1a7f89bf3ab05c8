import { escapeCell, fieldRows, typeOf } from './fields.ts'

/** The parts of an OpenAPI document that the page is made of. */
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

/** One call as it was made and answered. */
export interface Example {
  request: string
  status: number
  answer: string
}

/** Everything the page shows about a call, except its example. */
interface Call extends Operation {
  method: string
  path: string
}

const opening = '<!-- example -->'
const closing = '<!-- /example -->'

/** The page without its examples, which are carried out only when it is written. */
export const withoutExamples = (page: string) =>
  page.replace(/<!-- example -->[\s\S]*?<!-- \/example -->/g, `${opening}\n${closing}`)

/** Every call of the document, by feature and path. */
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
        '| field | where | type | needed | what it takes |',
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
    ? ['```bash', example.request, '```', '', `Answer ${example.status}:`, '', '```json', example.answer, '```']
    : []
  return [
    `### ${call.method} ${call.path}`,
    '',
    `${call.summary}. ${call.description}`,
    '',
    ...table(rowsOf(call)),
    opening,
    ...(shown.length > 0 ? ['', ...shown, ''] : []),
    closing,
    '',
  ]
}

const intro = `# The REST API, call by call

Written by \`npm run docs:rest\` from the OpenAPI document of a running server (\`/api/openapi.json\`); the examples were carried out,
their identifiers, tokens and passwords replaced and long lists cut. [One journey](rest-journey.md) shows how calls go together, and
[integrations](integrations.md) how a program signs in, its limits, and webhooks.

- Base is \`/api\`. The token of a sign-in or an API token goes into \`Authorization: Bearer …\`; in the examples it is \`$TOKEN\`, and
  \`$URL\` is the server's address.
- JSON in and out; times are ISO-8601 UTC with milliseconds; an identifier comes as both \`id\` and \`_id\`.
- \`page\` counts from 1 and \`limit\` is at most 200 wherever a list has pages.

| status | what it means wherever it comes from                                                       |
| ------ | ------------------------------------------------------------------------------------------ |
| 400    | a field is missing or wrong: \`errors\` lists each as \`{field, message}\`                      |
| 401    | no token, or one that is expired, deleted or of somebody inactive                          |
| 403    | not for this role, or not by an API token                                                  |
| 404    | it does not exist, or is not yours                                                         |
| 409    | not possible in the current state; \`message\` says why                                               |
| 413    | more than the call takes                                                                   |
| 415    | not JSON, or a file of another kind                                                        |
| 429    | too many requests: \`Retry-After\` is the number of seconds to wait                           |
| 500    | something went wrong here; \`requestId\` finds it in the log                                 |

Each of them answers \`{"error": "…", "message": "…"}\`, both the same sentence for a person.
`

/** The page. @param examples by operation; without them it is the page's skeleton */
export function pageOf(document: OpenApi, examples: ReadonlyMap<string, Example> = new Map()): string {
  const calls = callsOf(document)
  const features = [...new Set(calls.map(({ tags }) => tags[0] ?? ''))]
  const parts = features.flatMap((feature) => [
    `## ${feature}`,
    '',
    ...calls.filter(({ tags }) => tags[0] === feature).flatMap((call) => section(call, examples.get(call.operationId))),
  ])
  return `${[intro, ...parts].join('\n').trimEnd()}\n`
}
