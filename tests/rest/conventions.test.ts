import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { aCollege, aStudent, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('sign-in over REST', () => {
  it('returns the user and a token, which works until logout', async () => {
    const world = await createWorld()
    const signIn = await world.rest('POST', '/auth/login', {
      body: { email: 'ADMIN@localhost', password: 'first-password' },
    })
    expect(signIn.status).toBe(200)
    expect(signIn.body.user).toMatchObject({ role: 'master_admin', email: 'admin@localhost', hasLoggedIn: true })
    expect(signIn.body.user._id).toBe(signIn.body.user.id)
    const { token } = signIn.body
    expect((await world.rest('GET', '/auth/me', { token })).body.user.name).toBe('Master Admin')
    expect((await world.rest('POST', '/auth/logout', { token })).status).toBe(200)
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
  })

  it('gives the same response for a wrong email and a wrong password', async () => {
    const world = await createWorld()
    const wrongPassword = await world.rest('POST', '/auth/login', {
      body: { email: 'admin@localhost', password: 'no' },
    })
    const wrongEmail = await world.rest('POST', '/auth/login', { body: { email: 'nobody@localhost', password: 'no' } })
    expect(wrongPassword.status).toBe(401)
    expect(wrongPassword.body).toEqual({ error: 'Invalid email or password', message: 'Invalid email or password' })
    expect(wrongEmail.body).toEqual(wrongPassword.body)
  })

  it('ends a session after 12 hours without use, and a remembered one after 30 days', async () => {
    const world = await createWorld()
    const signIn = async (rememberMe: boolean) =>
      (
        await world.rest('POST', '/auth/login', {
          body: { email: 'admin@localhost', password: 'first-password', rememberMe },
        })
      ).body.token
    const [short, long] = [await signIn(false), await signIn(true)]
    const hour = 3_600_000
    world.clock.advance(11 * hour)
    expect((await world.rest('GET', '/auth/me', { token: short })).status).toBe(200)
    world.clock.advance(11 * hour)
    expect((await world.rest('GET', '/auth/me', { token: short })).status).toBe(200)
    world.clock.advance(12 * hour + 1)
    expect((await world.rest('GET', '/auth/me', { token: short })).status).toBe(401)
    expect((await world.rest('GET', '/auth/me', { token: long })).status).toBe(200)
    world.clock.advance(30 * 24 * hour + 1)
    expect((await world.rest('GET', '/auth/me', { token: long })).status).toBe(401)
  })
})

describe('errors over REST', () => {
  it('list every invalid field with its message', async () => {
    const world = await createWorld()
    const { status, body } = await world.rest('POST', '/admin/colleges', {
      as: world.admin,
      body: { name: ' ', code: 'X', email: 'nonsense', address: 'short' },
    })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'Validation failed',
      message: 'Validation failed',
      errors: [
        { field: 'name', message: 'College name is required' },
        { field: 'code', message: 'College code must be at least 2 characters' },
        { field: 'email', message: 'Please enter a valid email' },
        { field: 'address', message: 'Please enter a complete address' },
      ],
    })
  })

  it('list missing fields of an empty body', async () => {
    const world = await createWorld()
    const { body } = await world.rest('POST', '/admin/colleges', { as: world.admin })
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
      'College name is required',
      'College code is required',
      'Email is required',
      'Address is required',
    ])
  })

  it('take precedence in the order 401, 403, 404, and then 400 or 415', async () => {
    const world = await createWorld()
    const college = await world.college()
    const path = '/tests/no-such-test'
    const broken = { raw: '{"testName":' }
    expect((await world.rest('PUT', path, broken)).status).toBe(401)
    expect((await world.rest('PUT', path, { ...broken, as: college.admin })).status).toBe(403)
    expect((await world.rest('PUT', path, { ...broken, as: world.admin })).status).toBe(404)
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const malformed = await world.rest('PUT', `/tests/${test.id}`, { ...broken, as: world.admin })
    expect(malformed).toMatchObject({ status: 400, body: { message: 'The request body is not valid JSON' } })
    const form = { raw: 'testName=x', type: 'application/x-www-form-urlencoded' }
    expect((await world.rest('PUT', path, { ...form, as: world.admin })).status).toBe(404)
    expect((await world.rest('PUT', `/tests/${test.id}`, { ...form, as: world.admin })).status).toBe(415)
  })

  it('reject an unreadable body even for a call without fields', async () => {
    const world = await createWorld()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const token = await world.tokenOf(world.admin)
    for (const raw of ['{bad', '[]', 'null', '"text"', new Uint8Array([0x7b, 0xff, 0x7d])]) {
      expect((await world.rest('DELETE', `/tests/${test.id}`, { token, raw })).status).toBe(400)
      expect((await world.rest('POST', '/auth/logout', { token, raw })).status).toBe(400)
    }
    expect((await world.rest('GET', `/tests/${test.id}`, { token })).status).toBe(200)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.csv')
    expect((await world.rest('POST', '/admin/colleges', { token, raw: form })).status).toBe(415)
  })

  it('reject an endlessly nested body, and invalid JSON over tRPC', async () => {
    const world = await createWorld()
    const deep = await world.rest('POST', '/auth/login', { raw: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` })
    expect(deep).toMatchObject({ status: 400, body: { message: 'The request body is nested too deeply' } })
    const answer = await fetch(`${world.url}/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{bad',
    })
    expect(await answer.json()).toMatchObject({ error: { message: 'The request body is not valid JSON' } })
  })

  it('have the same shape for a malformed path, and are 404 for a malformed id', async () => {
    const world = await createWorld()
    const odd = await world.rest('GET', '/tests/%zz')
    expect(odd).toMatchObject({ status: 400, body: { error: odd.body.message } })
    for (const id of ['x'.repeat(300), '%00', '%F0%9F%98%80'])
      expect((await world.rest('GET', `/tests/${id}`, { as: world.admin })).body.message).toBe('Test not found')
  })

  it('have the same shape when Node cannot read the request', async () => {
    const { url } = await createWorld()
    const long = await fetch(`${url}/api/tests/${'x'.repeat(20_000)}`)
    const sentence = 'The address or the headers are too long'
    expect([long.status, await long.json()]).toEqual([431, { error: sentence, message: sentence }])

    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.end('THIS IS NOT HTTP\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"error":"The request could not be read","message":"The request could not be read"}')
  })

  it('explain the expected type', async () => {
    const world = await createWorld()
    const { body } = await world.rest('POST', '/tests', {
      as: world.admin,
      body: { ...aTest(world.clock.now()), topics: 'all', subject: 'History' },
    })
    expect(body.errors).toEqual([
      { field: 'subject', message: 'Must be one of: Verbal, Reasoning, Technical, Arithmetic, Communication' },
      { field: 'topics', message: 'Must be a list' },
    ])
  })

  it('return 413 for a body over 1 MiB, and accept tests up to 16 MiB', async () => {
    const world = await createWorld()
    const address = 'x'.repeat(1024 * 1024)
    const large = await world.rest('POST', '/admin/colleges', { as: world.admin, body: aCollege({ address }) })
    expect(large.status).toBe(413)
    expect(large.body.message).toBe('The request is too large')
    const explanation = 'y'.repeat(9_000)
    const questions = Array.from({ length: 100 }, () => ({
      questionText: explanation,
      options: { A: 'a', B: 'b', C: 'c', D: 'd' },
      correctAnswer: 'A' as const,
      explanation,
    }))
    const made = await world.rest('POST', '/tests', { as: world.admin, body: aTest(world.clock.now(), { questions }) })
    expect(made.status).toBe(201)
  })

  it('are JSON for an unknown path, and reveal no internals', async () => {
    const world = await createWorld()
    expect(await world.rest('GET', '/no/such/path')).toMatchObject({
      status: 404,
      body: { message: 'GET /api/no/such/path not found' },
    })
    const token = await world.tokenOf(world.admin)
    await world.platform.db.write(async (tx) => {
      tx.run('drop table violations')
      tx.run('alter table questions rename to questions_away')
    })
    const broken = await world.rest('POST', '/tests', { token, body: aTest(world.clock.now()) })
    expect(broken.status).toBe(500)
    expect(broken.body).toEqual({
      error: 'Something went wrong',
      message: 'Something went wrong',
      requestId: broken.headers.get('x-request-id'),
    })
  })

  it('ignore unknown fields and reject wrong types and out-of-range values', async () => {
    const world = await createWorld()
    const college = await world.college()
    const made = await world.rest('POST', '/college/users', {
      as: college.admin,
      body: { ...aStudent(), collegeId: 'another', passwordHash: 'x' },
    })
    expect(made.status).toBe(201)
    expect(made.body.user).not.toHaveProperty('passwordHash')
    for (const query of ['limit=201', 'limit=0', 'limit=ten', 'page=0', 'role=college_admin'])
      expect((await world.rest('GET', `/college/users?${query}`, { as: college.admin })).status).toBe(400)
  })
})

describe('lists over REST', () => {
  it('are named after their items and include paging', async () => {
    const world = await createWorld()
    const college = await world.college()
    for (let n = 0; n < 5; n++) await world.student(college, { section: n < 2 ? 'B' : 'A' })
    const { body } = await world.rest('GET', '/college/users?role=student&page=2&limit=2', { as: college.admin })
    expect(body.users).toHaveLength(2)
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 })
    const sections = await world.rest('GET', '/college/sections', { as: college.admin })
    expect(sections.body).toEqual({ sections: ['A', 'B'] })
    const inB = await world.rest('GET', '/college/students?section=B', { as: college.admin })
    expect(inB.body.students).toHaveLength(2)
  })

  it('are complete for assigned tests and students unless a page is requested', async () => {
    const world = await createWorld()
    const college = await world.college()
    const faculty = await world.faculty(college)
    const students = [await world.student(college), await world.student(college), await world.student(college)]
    const { id } = await world.assignedTest(college, students)
    for (let n = 0; n < 2; n++) await world.assignedTest(college, students)
    for (const [path, list, as] of [
      ['/faculty/tests/assigned', 'tests', faculty],
      ['/tests/college/assigned', 'assignments', college.admin],
      ['/tests/student/assigned', 'assignments', students[0]],
      [`/faculty/tests/${id}/students`, 'students', faculty],
    ] as const) {
      const get = async (query = '') => (await world.rest('GET', path + query, { as })).body
      const whole = await get()
      expect([whole[list].length, whole.pagination]).toEqual([3, undefined])
      const second = await get('?page=2&limit=1')
      expect(second[list]).toEqual([whole[list][1]])
      expect(second.pagination).toEqual({ page: 2, limit: 1, total: 3, totalPages: 3 })
      expect((await get('?page=1')).pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 })
      expect((await world.rest('GET', `${path}?limit=201`, { as })).status).toBe(400)
    }
  })

  it('find a college by name, code or email, treating % and _ literally', async () => {
    const world = await createWorld()
    for (const name of ['Alpha 100%', 'Beta_1', 'Beta 1'])
      await world.call(world.admin).colleges.create(aCollege({ name }))
    const found = async (search: string) =>
      (
        await world.rest('GET', `/admin/colleges?search=${encodeURIComponent(search)}`, { as: world.admin })
      ).body.colleges.map((college: { name: string }) => college.name)
    expect(await found('%')).toEqual(['Alpha 100%'])
    expect(await found('beta_')).toEqual(['Beta_1'])
    expect(await found('BETA')).toEqual(['Beta 1', 'Beta_1'])
  })

  it('match names case-insensitively, even beyond A to Z', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college, { name: 'Zoë Ångström' })
    const test = await world.assignedTest(college, [student, await world.student(college)])
    await world.call(student).attempts.start({ id: test.id })
    await world.call(student).attempts.submit({ id: test.id })
    const faculty = await world.faculty(college)
    for (const name of ['zoë', 'ZOË', 'zoe\u0308 å', 'ångSTRÖM', 'zo'])
      for (const [path, list, as] of [
        ['/college/users?role=student&search=', 'users', college.admin],
        [`/college/tests/${test.id}/export?format=json&search=`, 'results', college.admin],
        ['/tests/faculty/student-reports?studentName=', 'reports', faculty],
        [`/tests/assignment/${test.assignmentId}/candidates?search=`, 'students', college.admin],
      ] as const) {
        const { body } = await world.rest('GET', path + encodeURIComponent(name), { as })
        expect([path, name, body[list]?.length]).toEqual([path, name, 1])
      }
  })
})

describe('public endpoints', () => {
  it('describe every REST path in OpenAPI 3.1', async () => {
    const world = await createWorld()
    const { body } = await world.rest('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths['/tests/{id}/start'].post).toMatchObject({ operationId: 'attempts.start' })
    expect(body.paths['/tests/extract-file'].post.requestBody.content).toHaveProperty('multipart/form-data')
    const post = body.paths['/tests'].post.requestBody.content['application/json'].schema
    expect(JSON.stringify(post)).toContain('testName')
    const put = body.paths['/tests/{id}'].put.requestBody.content['application/json'].schema
    expect(JSON.stringify(put)).toContain('testName')
  })

  it('report at /healthz that the server is ready', async () => {
    const world = await createWorld()
    const answer = await fetch(`${world.url}/healthz`)
    expect(await answer.json()).toEqual({ status: 'ok' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the client', () => {
  it('is served for every page path, with immutable hashed files', async () => {
    const world = await createWorld()
    for (const path of ['/', '/my-tests', '/tests/new']) {
      const page = await fetch(world.url + path)
      expect(page.headers.get('content-type')).toMatch('text/html')
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(await page.text()).toContain('<title>Academic System</title>')
    }
    const asset = await fetch(`${world.url}/assets/app-1a2b3c.js`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${world.url}/assets/gone-4d5e6f.js`)).status).toBe(404)
    expect((await fetch(`${world.url}/..%2f..%2fpackage.json`)).status).toBe(404)
    expect((await fetch(`${world.url}/trpc/no.such`)).headers.get('content-type')).toMatch('json')
  })

  it('cannot send ten million characters as a test name', async () => {
    const world = await createWorld()
    const body = { ...aTest(world.clock.now()), testName: 'x'.repeat(10_000_000) }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({
      field: 'testName',
      message: 'Test name must be at most 200 characters',
    })
  })
})
