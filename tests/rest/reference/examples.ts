import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Actor } from '#server/platform/platform.ts'
import { type ListedProcedure, listProcedures } from '#server/rest/procedures.ts'
import type { Role } from '#shared/roles.ts'
import { twoColleges } from '#tests/permissions/campus.ts'
import { inputOf, matrix } from '#tests/permissions/matrix.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import type { Example } from '../../../scripts/rest-docs/page.ts'
import { plain } from './plain.ts'

const root = join(import.meta.dirname, '../../..')

/** When all examples take place. */
export const exampleTime = Date.UTC(2026, 2, 2, 9)

type Input = Record<string, unknown>

/** Where the permission tests ask with something wrong, or not at all. */
const better: Record<string, { input: Input; role?: Role; file?: string }> = {
  'auth.login': { input: { email: 'admin@localhost', password: 'first-password' } },
  'auth.forgotPassword': { input: { email: 'admin@localhost' } },
  'auth.resetPassword': { input: { token: 'from-the-mail', password: 'a-password-of-my-own' } },
  'auth.changePassword': { input: { currentPassword: 'first-password', newPassword: 'a-password-of-my-own' } },
  'members.bulk.upload': { input: { role: 'student' }, file: 'public/samples/students.xlsx' },
  'tests.extractFile': { input: {}, file: 'public/samples/questions.csv' },
}

/** The lists of a matrix row in the order of who sees the most of their own: a college's people before the platform's owner. */
const firstOf = (roles: readonly Role[]): Role =>
  (['college_admin', 'faculty', 'student'] as const).find((role) => roles.includes(role)) ?? 'master_admin'

async function prepared(): Promise<{
  world: World
  people: Record<Role, Actor>
  own: Awaited<ReturnType<typeof twoColleges>>['own']
}> {
  const world = await createWorld()
  world.clock.set(exampleTime)
  const { judge } = world.platform
  // What a machine can judge, and how fast, is no matter of this page.
  judge.languages = async () => [{ language: 'python', available: true, version: '3.11.2' }]
  judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 0,
    cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 12, memoryKb: 9_400 })),
  })
  return { world, ...(await twoColleges(world)) }
}

const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`

async function carryOut({ name, rest, meta }: ListedProcedure): Promise<Example> {
  if (!rest) throw new Error(`${name} has no path`)
  const { world, people, own } = await prepared()
  const rule = matrix[name]
  const given = better[name]
  const role = given?.role ?? (rule && rule.roles !== 'public' ? firstOf(rule.roles) : 'master_admin')
  const actor = name === 'auth.changePassword' ? world.admin : people[role]
  const input = { ...(given?.input ?? (rule ? await inputOf(rule)(world, own, role) : {})) } as Input
  const path = rest.path.replace(/\{(\w+)\}/g, (_whole, key: string) => {
    const value = input[key] ?? 'unknown'
    delete input[key]
    return encodeURIComponent(String(value))
  })
  const isPublic = meta.roles === 'public'
  const token = isPublic ? {} : { token: await world.tokenOf(actor) }
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
    const file = given?.file ?? 'README.md'
    form.append(rest.multipart.part, new Blob([readFileSync(join(root, file))]), basename(file))
    lines.push(`-F ${rest.multipart.part}=@${basename(file)}`)
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

/** Carries every documented call out on a fresh server of its own, one after the other. */
export async function makeExamples(): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>()
  for (const listed of listProcedures()) if (listed.rest) examples.set(listed.name, await carryOut(listed))
  return examples
}
