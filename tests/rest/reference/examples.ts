import { type ListedProcedure, listProcedures } from '#server/rest/procedures.ts'
import type { Role } from '#shared/roles.ts'
import { twoColleges } from '#tests/permissions/campus.ts'
import { inputOf, matrix, type Rule } from '#tests/permissions/matrix.ts'
import { preparedWorlds, type World } from '#tests/support/world.ts'
import type { Example } from '../../../scripts/rest-docs/page.ts'
import { customExamples, type Input } from './custom-examples.ts'
import { plain } from './placeholders.ts'

/** The time of all examples. */
export const exampleTime = Date.UTC(2026, 2, 2, 9)

/**
 * Prefers the role with the most specific data: a college's people before the platform's owner. Calls that need
 * "Own tests" use the owner, because colleges do not have it by default.
 */
function firstOf({ roles, ownTests }: Rule): Role {
  if (ownTests) return 'master_admin'
  return (['college_admin', 'faculty', 'student'] as const).find((role) => roles.includes(role)) ?? 'master_admin'
}

const worlds = preparedWorlds(
  (world) => twoColleges(world),
  ({ clock, platform: { judge } }) => {
    clock.set(exampleTime)
    // This machine's languages and judging speed must not appear on the page.
    judge.languages = async () => [{ language: 'python', available: true, version: '3.11.2' }]
    judge.judge = async ({ cases }) => ({
      kind: 'judged',
      compileMs: 0,
      cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 12, memoryKb: 9_400 })),
    })
  },
)

const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`

async function runExample({ name, rest, meta }: ListedProcedure): Promise<Example> {
  if (!rest) throw new Error(`${name} has no path`)
  const { world, people, own } = await worlds()
  const rule = matrix[name]
  const given = customExamples[name]
  const role = given?.role ?? (rule && rule.roles !== 'public' ? firstOf(rule) : 'master_admin')
  const wanted = given ? given.input : rule ? inputOf(rule) : {}
  const input: Input = { ...(typeof wanted === 'function' ? await wanted(world, own, role) : wanted) }
  const path = rest.path.replace(/\{(\w+)\}/g, (_whole, key: string) => {
    const value = input[key] ?? 'unknown'
    delete input[key]
    return encodeURIComponent(String(value))
  })
  const isPublic = meta.roles === 'public'
  const token = isPublic ? {} : { token: await world.tokenOf(people[role]) }
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString()
  const address = rest.method === 'GET' && query ? `${path}?${query}` : path
  const lines = [
    `curl -X ${rest.method} "$URL/api${address}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $TOKEN"']),
  ]
  let sent: Parameters<World['rest']>[2] = token
  const isForm = rest.multipart && !rest.multipart.optional
  if (isForm && rest.multipart) {
    const form = new FormData()
    for (const [key, value] of Object.entries(input)) form.append(key, String(value))
    lines.push(...Object.entries(input).map(([key, value]) => `-F ${key}=${value}`))
    if (!given?.file) throw new Error(`${name} needs a file: add one to custom-examples.ts`)
    const { name: fileName, bytes } = given.file
    form.append(rest.multipart.part, new Blob([new Uint8Array(bytes)]), fileName)
    lines.push(`-F ${rest.multipart.part}=@${fileName}`)
    sent = { ...token, raw: form }
  } else if (rest.method !== 'GET' && Object.keys(input).length > 0) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(input, null, 2))}`)
    sent = { ...token, body: input }
  }
  const { status, body, headers } = await world.rest(rest.method, address, sent)
  const type = headers.get('content-type') ?? ''
  const answer = type.includes('json') ? body : `(a file: ${headers.get('content-disposition') ?? type})`
  await world.app.close()
  const { request, answer: shown } = plain(lines.join(' \\\n  '), answer)
  return { request, status, answer: shown }
}

/** Runs every documented call against its own fresh server, in sequence. */
export async function makeExamples(): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>()
  for (const listed of listProcedures()) if (listed.rest) examples.set(listed.name, await runExample(listed))
  return examples
}
