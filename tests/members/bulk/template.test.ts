import { expect, it } from 'vitest'
import { read as readBook, utils, write } from 'xlsx'
import { bulkColumns, bulkExamples } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { upload } from './sheets.ts'

async function download(world: World, role: MemberRole, token: string) {
  const answer = await fetch(`${world.url}/api/college/users/sample-template/${role}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { headers: answer.headers, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

it.each(['student', 'faculty'] as const)(
  'the %s template has the headings and one example, all as text',
  async (role) => {
    const world = await createWorld()
    const { admin } = await world.college()
    const { status, headers, bytes } = await download(world, role, await world.tokenOf(admin))
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      `attachment; filename="${role}_template.xlsx"`,
    ])
    const book = readBook(bytes, { cellNF: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    expect(utils.sheet_to_json(sheet, { header: 1, defval: '' })).toEqual([
      bulkColumns[role].map(({ heading }) => heading),
      bulkColumns[role].map(({ field }) => bulkExamples[role][field]),
    ])
    const cells = Object.entries(sheet).flatMap(([at, cell]) => (at.startsWith('!') ? [] : [[cell.t, cell.z]]))
    expect(new Set(cells.map((cell) => cell.join(' ')))).toEqual(new Set(['s @']))
  },
)

it('adds the people below the example of a filled-in template, and skips the example', async () => {
  const world = await createWorld()
  const { admin } = await world.college()
  const { bytes } = await download(world, 'student', await world.tokenOf(admin))
  expect((await upload(world, bytes, { as: admin })).body.errors).toEqual([
    { field: 'file', message: 'The sheet contains only the template’s example' },
  ])
  const book = readBook(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  utils.sheet_add_aoa(sheet, [['Ravi', '0042', 'ECE', '2027', 'B', 'ravi@x.example', '']], { origin: -1 })
  expect((await upload(world, write(book, { type: 'buffer' }), { as: admin })).body).toMatchObject({
    total: 1,
    successful: 1,
    credentials: [{ email: 'ravi@x.example' }],
    notes: ['Row 2 is the template’s example and was skipped'],
  })
  expect((await world.call(admin).members.list({ search: 'ravi' })).users).toMatchObject([{ idNumber: '0042' }])
})

it('offers a template for two roles, only to college admins', async () => {
  const world = await createWorld()
  const college = await world.college()
  const get = (role: string, as?: typeof world.admin) =>
    world.rest('GET', `/college/users/sample-template/${role}`, as ? { as } : {})
  expect((await get('student')).status).toBe(401)
  expect((await get('nobody', await world.student(college))).status).toBe(403)
  expect(await get('college_admin', college.admin)).toMatchObject({
    status: 404,
    body: { message: 'Template not found' },
  })
})
