import { describe, expect, it, vi } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import { users } from '#drizzle/schema/members.ts'
import { bulkColumns } from '#shared/members/bulk.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { header, type Row, studentRow, studentsBook, upload, xlsxOf } from './sheets.ts'

const everybody = (world: World) => world.platform.db.read.select().from(users)
const people = (count: number, fields: Parameters<typeof studentRow>[1] = {}): Row[] =>
  Array.from({ length: count }, (_, n) => studentRow(n, fields))

describe('an upload', () => {
  it('reports whether passwords are emailed or only stored as files on the server', async () => {
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Examhall <exams@example.edu>' }
    for (const [options, mailed] of [
      [{}, false],
      [{ mail }, true],
    ] as const) {
      const world = await createWorld(options)
      const { admin } = await world.college()
      const { body } = await upload(world, studentsBook(studentRow(1)), { as: admin })
      expect(body).toMatchObject({ successful: 1, mailed })
    }
  })

  it('adds valid rows, reports invalid ones with their values, and returns the documented response', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const answer = await upload(
      world,
      studentsBook(
        studentRow(1, { idNumber: '007', phoneNumber: 9876543210 }),
        studentRow(2, { email: 'nobody', section: '' }),
        [],
        studentRow(4),
      ),
      { as: admin },
    )
    expect(answer).toEqual({
      status: 200,
      headers: expect.anything(),
      body: {
        total: 3,
        successful: 2,
        failed: 1,
        errors: [
          { row: 3, field: 'section', message: 'Section is required' },
          { row: 3, field: 'email', message: 'Please enter a valid email' },
        ],
        credentials: ['student1@people.example', 'student4@people.example'].map((email) => ({
          email,
          temporaryPassword: expect.stringMatching(/^[a-z2-9]{16}$/),
        })),
        mailed: false,
        notes: [],
        failedRows: [
          {
            row: 3,
            values: {
              name: 'Student 2',
              idNumber: 'R2',
              branch: 'CSE',
              batch: '2027',
              section: '',
              email: 'nobody',
              phoneNumber: '',
            },
          },
        ],
      },
    })
    const { users: found } = await world.call(admin).members.list({ search: 'student1@' })
    expect(found).toMatchObject([
      {
        role: 'student',
        name: 'Student 1',
        idNumber: '007',
        branch: 'CSE',
        batch: '2027',
        section: 'A',
        phoneNumber: '9876543210',
        isActive: true,
        hasLoggedIn: false,
      },
    ])
  })

  it('adds faculty with their own headings, and without batch, section and phone', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const rows = [
      ['Faculty Name', 'Employee ID', 'Department', 'Email ID'],
      ['Meera', 'F1', 'CSE', 'Meera@X.example'],
    ]
    const { body } = await upload(world, xlsxOf(rows), { as: admin, role: 'faculty' })
    expect(body).toMatchObject({ total: 1, successful: 1, credentials: [{ email: 'meera@x.example' }] })
    const { users: found } = await world.call(admin).members.list({ role: 'faculty' })
    expect(found).toMatchObject([{ name: 'Meera', idNumber: 'F1', branch: 'CSE', batch: null, section: null }])
  })

  it('emails each person a unique password that works', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const { body } = await upload(world, studentsBook(...people(3)), { as: admin })
    const passwords: string[] = body.credentials.map((one: { temporaryPassword: string }) => one.temporaryPassword)
    expect(new Set(passwords).size).toBe(3)
    for (const { email, temporaryPassword } of body.credentials) {
      const { user } = await world.call(null).auth.login({ email, password: temporaryPassword })
      expect(user).toMatchObject({ email, role: 'student', collegeName: expect.any(String) })
      const letters = (await world.platform.db.read.select().from(mails)).filter(({ recipient }) => recipient === email)
      expect(letters).toMatchObject([
        { subject: 'Your Academic System account', text: expect.stringContaining(temporaryPassword) },
      ])
    }
  })

  it('is logged once with its counts', async () => {
    const world = await createWorld()
    const { id, admin } = await world.college()
    await upload(world, studentsBook(studentRow(1), studentRow(2, { name: '' })), {
      as: admin,
      name: '../first year.xlsx',
    })
    const { entries } = await world.call(admin).audit.list({ action: 'member.bulk_upload' })
    expect(entries).toMatchObject([
      {
        actor: { email: admin.email },
        subject: { type: 'college', id },
        college: { id },
        detail: {
          role: 'student',
          file: expect.stringContaining('first year.xlsx'),
          total: 2,
          successful: 1,
          failed: 1,
        },
      },
    ])
    expect((await world.call(admin).audit.list({})).entries.map(({ action }) => action)).not.toContain('member.create')
  })

  it('succeeds without adding anyone when all rows are invalid', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const before = await everybody(world)
    const answer = await upload(world, studentsBook(...people(2, { email: 'x' })), { as: admin })
    expect(answer).toMatchObject({ status: 200, body: { total: 2, successful: 0, failed: 2, credentials: [] } })
    expect(await everybody(world)).toEqual(before)
  })

  it('accepts the error sheet once its rows are fixed', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const dateCell = { t: 'n', v: 46024, z: 'd-mmm' } as const
    const { body } = await upload(
      world,
      studentsBook(
        studentRow(1),
        studentRow(2, { section: dateCell }),
        studentRow(3, { email: 'student3' }),
        studentRow(4, { idNumber: 12345 }),
      ),
      { as: admin },
    )
    expect(body).toMatchObject({
      successful: 2,
      failed: 2,
      failedRows: [{ values: { section: '2-Jan' } }, { values: { email: 'student3' } }],
    })
    const errorsSheet = xlsxOf([
      [...header.student, 'Errors'],
      ...body.failedRows.map(({ row, values }: { row: number; values: Record<string, string> }) => {
        const fixed = { ...values, email: `mended${row}@people.example` }
        return [...bulkColumns.student.map(({ field }) => fixed[field as keyof typeof fixed] ?? ''), 'why']
      }),
    ])
    expect((await upload(world, errorsSheet, { as: admin })).body).toMatchObject({ total: 2, successful: 2, failed: 0 })
    expect((await world.call(admin).members.list({ role: 'student' })).pagination.total).toBe(4)
  })

  it('completes when the client disconnects early', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const form = new FormData()
    form.set('role', 'student')
    form.set('uploadId', 'gone')
    form.set('file', new Blob([Uint8Array.from(studentsBook(...people(300)))]), 'people.xlsx')
    const leave = new AbortController()
    const sending = fetch(`${world.url}/api/college/users/bulk-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await world.tokenOf(admin)}` },
      body: form,
      signal: leave.signal,
    })
    const gone = expect(sending).rejects.toThrow('aborted')
    const progress = () => world.call(admin).members.bulk.progress({ uploadId: 'gone' })
    await vi.waitFor(async () => expect((await progress()).phase).toBe('reading'), { timeout: 5_000, interval: 1 })
    leave.abort()
    await gone
    await vi.waitFor(async () => expect((await progress()).phase).toBe('done'), { timeout: 15_000 })
    expect((await world.call(admin).members.list({ role: 'student' })).pagination.total).toBe(300)
  })
})

describe('an upload returns', () => {
  it('401 without a session, 403 for other roles, before reading anything', async () => {
    const world = await createWorld()
    const college = await world.college()
    const junk = Buffer.from('junk')
    const form = new FormData()
    form.set('file', new Blob(['junk']), 'x')
    expect((await world.rest('POST', '/college/users/bulk-upload', { raw: form })).status).toBe(401)
    for (const actor of [world.admin, await world.faculty(college), await world.student(college)])
      expect((await upload(world, junk, { as: actor })).status).toBe(403)
  })

  it('400 without a file or with an invalid role, 415 as JSON', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const empty = new FormData()
    empty.set('role', 'student')
    const path = '/college/users/bulk-upload'
    expect(await world.rest('POST', path, { as: admin, raw: empty })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'file' }] },
    })
    expect(
      await upload(world, studentsBook(studentRow(1)), { as: admin, role: 'college_admin' as never }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'role', message: 'Role must be student or faculty' }] },
    })
    expect((await world.rest('POST', path, { as: admin, body: { role: 'student' } })).status).toBe(415)
  })
})
