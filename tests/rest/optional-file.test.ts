import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type App, createApp, openServices } from '#server/app.ts'
import { uploadedFile } from '#server/platform/files.ts'
import { restAdapter } from '#server/rest/adapter.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import { contextMaker } from '#server/trpc/context.ts'
import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { notFound } from '#shared/errors.ts'
import { byId, requiredText } from '#shared/schema.ts'
import { testConfig } from '#tests/support/config.ts'

/** Tests calls that accept JSON or a form with an optional file. The test router returns what it received. */

const noticeForm = z.object({
  message: requiredText('Message is required'),
  isUrgent: z.boolean().optional(),
  days: z.number().int().optional(),
  filters: z.object({ department: z.string(), years: z.array(z.number().int()).optional() }).optional(),
  targetColleges: z.array(z.string()).nullish(),
  targetUsers: z.array(z.object({ id: z.string() })).optional(),
  audience: z.union([z.string(), z.array(z.string())]).optional(),
  file: uploadedFile.optional(),
})

const heard = ({ file, ...input }: z.output<typeof noticeForm>) => ({
  // As text, because the adapter adds `_id` to every id.
  input: JSON.stringify(input),
  file: file ? { name: file.name, size: file.bytes.length } : null,
})

const maxBytes = 50_000
const tooLarge = 'The attachment must be smaller than 50 kB'
const multipart = { part: 'attachment', maxBytes, tooLarge }
const ofNotice = masterAdmin.input(byId).use(({ input, next }) => {
  if (input.id !== 'n1') throw notFound('Notice')
  return next()
})

const noticesRouter = router({
  create: masterAdmin
    .meta({ rest: 'POST /notices', status: 201, multipart: { ...multipart, optional: true } })
    .input(noticeForm)
    .mutation(({ input }) => heard(input)),
  update: ofNotice
    .meta({ rest: 'PUT /notices/{id}', multipart: { ...multipart, optional: true } })
    .input(noticeForm)
    .mutation(({ input }) => heard(input)),
  publish: masterAdmin
    .meta({ rest: 'POST /publish', multipart: { ...multipart, optional: true } })
    .input(z.discriminatedUnion('kind', [z.object({ kind: z.literal('now') }), z.object({ kind: z.literal('later') })]))
    .mutation(({ input }) => input),
  scan: masterAdmin
    .meta({ rest: 'POST /scans', multipart })
    .input(noticeForm.extend({ file: uploadedFile }))
    .mutation(({ input }) => heard(input)),
})

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-optional-file-'))
let app: App
let url: string
beforeAll(async () => {
  const platform = await openServices(testConfig(dataDir))
  app = await createApp(platform, { jobs: [] })
  const asha = { id: 'u1', name: 'Asha', email: 'asha@x.example', collegeId: null }
  const authenticate = async (token: string) =>
    token === 'student' ? { ...asha, role: 'student' as const } : { ...asha, role: 'master_admin' as const }
  const adapter = restAdapter(contextMaker(platform, authenticate), listProcedures(noticesRouter))
  await app.server.register(adapter, { prefix: '/api/own' })
  url = `${await app.server.listen({ host: '127.0.0.1', port: 0 })}/api/own`
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

interface Call {
  method?: 'POST' | 'PUT'
  path?: string
  /** The token's owner; null for anonymous. */
  as?: 'admin' | 'student' | null
  type?: string
}

async function send(body: BodyInit | undefined, { method = 'POST', path = '/notices', as = 'admin', type }: Call = {}) {
  const headers = { ...(as && { authorization: `Bearer ${as}` }), ...(type && { 'content-type': type }) }
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  const got = (await answer.json()) as any
  return { status: answer.status, body: got, input: got.input && JSON.parse(got.input), file: got.file }
}

const json = { type: 'application/json' }
const blob = (size: number) => new Blob([new Uint8Array(size)])
function formOf(fields: Record<string, string>, file?: { name: string; size: number }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('attachment', blob(file.size), file.name)
  return form
}

describe.each([
  ['POST', '/notices', 201],
  ['PUT', '/notices/n1', 200],
] as const)('a call with an optional file (%s)', (method, path, status) => {
  const whole = {
    message: 'Hall 2',
    isUrgent: true,
    days: 3,
    filters: { department: 'CSE', years: [2026, 2027] },
    targetColleges: ['c1', 'c2'],
    targetUsers: [{ id: 'u1' }, { id: 'u2' }],
  }
  const texts = {
    ...{ message: 'Hall 2', isUrgent: 'true', days: '3' },
    filters: JSON.stringify(whole.filters),
    targetColleges: JSON.stringify(whole.targetColleges),
    targetUsers: '[{"id": "u1"}, {"_id": "u2"}]',
  }
  const call = { method, path }
  const id = method === 'PUT' ? { id: 'n1' } : {}

  it('accepts a JSON body', async () => {
    const answer = await send(JSON.stringify({ ...whole, targetUsers: [{ _id: 'u1' }, { id: 'u2' }] }), {
      ...call,
      ...json,
    })
    expect(answer).toMatchObject({ status, input: { ...id, ...whole }, file: null })
  })

  it('accepts a form with its file', async () => {
    const answer = await send(formOf(texts, { name: 'plan.pdf', size: 700 }), call)
    expect(answer).toMatchObject({ status, file: { name: 'plan.pdf', size: 700 } })
    expect(answer.input).toEqual({ ...id, ...whole })
  })

  it('accepts a form without a file, or with an empty file field', async () => {
    expect(await send(formOf(texts), call)).toMatchObject({ status, input: whole, file: null })
    expect(await send(formOf(texts, { name: '', size: 0 }), call)).toMatchObject({ status, input: whole, file: null })
  })

  it('accepts a file without a name, and an empty one with a name', async () => {
    for (const file of [
      { name: '', size: 5 },
      { name: 'empty.pdf', size: 0 },
    ])
      expect(await send(formOf(texts, file), call)).toMatchObject({ status, file })
    const unnamed = [
      ...['--x', 'content-disposition: form-data; name="message"', '', 'Hall 2'],
      ...['--x', 'content-disposition: form-data; name="attachment"', 'content-type: application/octet-stream'],
      ...['', 'bytes', '--x--', ''],
    ].join('\r\n')
    const answer = await send(unnamed, { ...call, type: 'multipart/form-data; boundary=x' })
    expect(answer).toMatchObject({ status, file: { name: '', size: 5 } })
  })

  it('rejects a file over the limit with its message', async () => {
    expect(await send(formOf(texts, { name: 'x.pdf', size: maxBytes }), call)).toMatchObject({ status })
    const large = await send(formOf(texts, { name: 'x.pdf', size: maxBytes + 1 }), call)
    expect(large).toMatchObject({ status: 413, body: { error: tooLarge, message: tooLarge } })
  })

  it('finds a file by its part name only', async () => {
    const form = formOf({ ...texts, file: 'a text', attachment: 'a text' })
    expect(await send(form, call)).toMatchObject({ status, file: null })
    // A file under a different name is rejected, because it would otherwise be ignored silently.
    form.append('other', blob(3), 'x.pdf')
    expect(await send(form, call)).toMatchObject({ status: 400, body: { errors: [{ field: 'attachment' }] } })
    const body = JSON.stringify({ ...whole, file: { name: 'x.pdf', bytes: { type: 'Buffer', data: [1] } } })
    expect(await send(body, { ...call, ...json })).toMatchObject({ status: 400, body: { errors: [{ field: 'file' }] } })
  })

  it.each([
    ['targetColleges', 'c1', 'Must be a list'],
    ['targetColleges', '["c1"', 'Must be a list'],
    ['targetColleges', '7', 'Must be a list'],
    ['targetColleges', '{"0": "c1"}', 'Must be a list'],
    ['filters', 'CSE', 'Must be an object'],
    ['filters', '"CSE"', 'Must be an object'],
    ['filters', '[]', 'Must be an object'],
    ['filters.department', '{}', 'Required'],
    ['targetColleges.0', '[7]', 'Must be a string'],
  ])('rejects %s with the text %s', async (field, text, message) => {
    const [name = ''] = field.split('.')
    const answer = await send(formOf({ ...texts, [name]: text }), call)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } })
  })

  it('reads null, and omits empty values', async () => {
    const { input } = await send(formOf({ message: 'x', targetColleges: 'null', filters: '', days: '' }), call)
    expect(input).toEqual({ ...id, message: 'x', targetColleges: null })
  })

  it('reads JSON where text is also allowed, and other text as text', async () => {
    for (const [text, audience] of [
      ['all', 'all'],
      ['7', '7'],
      ['["c1"]', ['c1']],
    ])
      expect((await send(formOf({ message: 'x', audience: text as string }), call)).input.audience).toEqual(audience)
  })

  it('does not parse a text field that looks like JSON', async () => {
    expect((await send(formOf({ message: '["c1"]' }), call)).input.message).toBe('["c1"]')
  })

  it('accepts a part declared as JSON', async () => {
    const part = (name: string, value: string) => [
      '--x',
      `content-disposition: form-data; name="${name}"`,
      'content-type: application/json',
      '',
      value,
    ]
    const lines = [...part('message', '"x"'), ...part('filters', '{"department":"CSE"}'), '--x--', '']
    const answer = await send(lines.join('\r\n'), { ...call, type: 'multipart/form-data; boundary=x' })
    expect(answer).toMatchObject({ status, input: { message: 'x', filters: { department: 'CSE' } } })
  })

  it('keeps the last of a repeated field', async () => {
    const form = formOf({ message: 'first' })
    form.append('message', 'second')
    expect((await send(form, call)).input.message).toBe('second')
  })

  it('is safe from prototype pollution and deep nesting', async () => {
    const filters = '{"__proto__": {"department": "CSE"}, "constructor": 1}'
    expect(await send(formOf({ message: 'x', filters }), call)).toMatchObject({
      status: 400,
      body: { message: 'The request body must not have a key named __proto__' },
    })
    for (const name of ['__proto__', 'constructor'])
      expect((await send(formOf({ message: 'x', [name]: '{}' }), call)).status).toBe(400)
    const deep = { filters: `{"department": ${'['.repeat(100_000)}${']'.repeat(100_000)}}` }
    expect(await send(formOf({ message: 'x', ...deep }), call)).toMatchObject({
      status: 400,
      body: { message: 'The request body is nested too deeply' },
    })
  })

  it('names the accepted content types', async () => {
    const answer = await send('message=x', { ...call, type: 'application/x-www-form-urlencoded' })
    expect([answer.status, answer.body.message]).toEqual([
      415,
      'Please send the body as JSON, with Content-Type: application/json, or as a form (multipart/form-data)',
    ])
    expect((await send('{bad', { ...call, ...json })).body.message).toBe('The request body is not valid JSON')
    const missing = { status: 400, body: { errors: [{ field: 'message', message: 'Message is required' }] } }
    for (const nothing of [undefined, formOf({}), formOf({}, { name: 'x.pdf', size: 3 })])
      expect(await send(nothing, call)).toMatchObject(missing)
  })
})

describe('an optional file', () => {
  const bad: [what: string, body: () => BodyInit, type: string | undefined, status: number][] = [
    ['a file over the limit', () => formOf({ message: 'x' }, { name: 'x', size: maxBytes + 1 }), undefined, 413],
    ['a form with a wrong field', () => formOf({ message: 'x', filters: 'CSE' }), undefined, 400],
    ['a truncated form', () => '--x\r\ncontent', 'multipart/form-data; boundary=x', 400],
    ['invalid JSON', () => '{bad', 'application/json', 400],
    ['another content type', () => 'message=x', 'text/plain', 415],
  ]
  it.each(bad)('returns 401 before 403 before 404 before %s', async (_, body, type, status) => {
    const [here, nowhere] = ['/notices/n1', '/notices/n2']
    const statusOf = async (path: string, as: Call['as'] = 'admin') =>
      (await send(body(), { method: 'PUT', path, as, ...(type && { type }) })).status
    expect([
      await statusOf(nowhere, null),
      await statusOf(nowhere, 'student'),
      await statusOf(nowhere),
      await statusOf(here),
    ]).toEqual([401, 403, 404, status])
  })

  it('takes the id from the path, whatever the form or body contains', async () => {
    const call = { method: 'PUT', path: '/notices/n1' } as const
    const others = { message: 'x', id: 'n2', _id: 'n3' }
    expect((await send(formOf(others), call)).input.id).toBe('n1')
    expect((await send(JSON.stringify(others), { ...call, ...json })).input.id).toBe('n1')
    expect((await send(formOf(others), { ...call, path: '/notices/n2' })).status).toBe(404)
  })

  it('does not affect a required file', async () => {
    const call = { path: '/scans' }
    const sentence = 'Please send a form (multipart/form-data) with a file part named attachment'
    expect(await send('{"message": "x"}', { ...call, ...json })).toMatchObject({
      status: 415,
      body: { message: sentence },
    })
    expect(await send(formOf({ message: 'x' }), call)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'attachment' }] },
    })
    const answer = await send(formOf({ message: 'x', targetColleges: 'c1' }, { name: '', size: 0 }), call)
    expect(answer).toMatchObject({ status: 200, input: { targetColleges: ['c1'] }, file: { name: '', size: 0 } })
  })

  it('is documented with both bodies, with lists and objects as JSON text', async () => {
    const document = await (await fetch(`${url}/openapi.json`)).json()
    const { post } = document.paths['/notices']
    const { put } = document.paths['/notices/{id}']
    for (const { requestBody } of [post, put]) {
      expect(requestBody.required).toBe(true)
      const { 'application/json': plain, 'multipart/form-data': form } = requestBody.content
      expect(plain.schema.properties.targetColleges).toEqual(noticeSchema.targetColleges)
      expect(Object.keys(plain.schema.properties)).toEqual(Object.keys(noticeSchema).filter((key) => key !== 'file'))
      expect(form.schema.properties).toMatchObject({
        message: { type: 'string' },
        days: { type: 'integer' },
        filters: { type: 'string', contentMediaType: 'application/json', contentSchema: noticeSchema.filters },
        targetColleges: { type: 'string', contentSchema: noticeSchema.targetColleges },
        attachment: { type: 'string', format: 'binary' },
      })
      expect([plain.schema.required, form.schema.required]).toEqual([['message'], ['message']])
    }
    expect(document.paths['/scans'].post.requestBody).toMatchObject({
      required: true,
      content: { 'multipart/form-data': { schema: { required: ['attachment'] } } },
    })
    expect(document.paths['/scans'].post.requestBody.content).not.toHaveProperty('application/json')
    const several = document.paths['/publish'].post.requestBody.content
    expect(several['multipart/form-data'].schema.allOf).toEqual([
      several['application/json'].schema,
      expect.objectContaining({ properties: { attachment: { type: 'string', format: 'binary' } }, required: [] }),
    ])
  })
})

const noticeSchema = z.toJSONSchema(noticeForm, { io: 'input', unrepresentable: 'any' }).properties ?? {}
