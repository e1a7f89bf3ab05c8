import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const rowsOf = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace('\ufeff', ''), { header: true, skipEmptyLines: true }).data

/** Exports the people list. @returns the CSV rows and the file name */
async function exported(world: World, as: Actor, body: object) {
  const answer = await world.rest('POST', '/college/users/export', { as, body: { format: 'csv', ...body } })
  expect(answer.status).toBe(200)
  return { rows: rowsOf(String(answer.body)), name: answer.headers.get('content-disposition') ?? '' }
}

describe('the people list as a file', () => {
  it('respects search, filters and selection, is sorted by name, and is named after college and day', async () => {
    const world = await createWorld()
    const college = await world.college()
    const other = await world.college()
    const asha = await world.student(college, { name: 'Asha Rao', section: 'A', phoneNumber: '+91 20 5550 0142' })
    const bala = await world.student(college, { name: 'bala nair', section: 'B' })
    await world.student(college, { name: '=2+5', section: 'B' })
    await world.faculty(college)
    const stranger = await world.student(other, { name: 'Stranger' })
    await world.call(college.admin).members.toggleStatus({ id: bala.id })

    const all = await exported(world, college.admin, { role: 'student' })
    expect(all.rows.map((row) => row.Name)).toEqual(["'=2+5", 'Asha Rao', 'bala nair'])
    expect(all.rows[1]).toMatchObject({ Email: asha.email, Section: 'A', Status: 'Active', 'Last login (UTC)': '' })
    expect(all.rows[2]).toMatchObject({ Status: 'Inactive' })
    const today = new Date(world.clock.now()).toISOString().slice(0, 10)
    expect(all.name).toMatch(new RegExp(`filename="Sahyadri.* - Students - ${today}\\.csv"`))

    const filtered = await exported(world, college.admin, { role: 'student', section: 'B', search: 'bala' })
    expect(filtered.rows.map((row) => row.Name)).toEqual(['bala nair'])
    const selected = await exported(world, college.admin, { role: 'student', ids: [bala.id, stranger.id, 'nobody'] })
    expect(selected.rows.map((row) => row.Name)).toEqual(['bala nair'])
    const { entries } = await world.call(college.admin).audit.list({ action: 'member.export_list' })
    expect(entries.map(({ detail }) => detail)).toContainEqual({ role: 'student', count: 3, format: 'csv' })
  })

  it('contains thousands of people from many pages, without duplicates', async () => {
    const world = await createWorld()
    const college = await world.college()
    enrolCrowd(world.platform.config.dataDir, college.id, 1_201)
    const { rows } = await exported(world, college.admin, { role: 'student' })
    expect(new Set(rows.map((row) => row['Roll Number'])).size).toBe(1_201)
    expect(rows).toHaveLength(1_201)
  })

  it('refuses an unknown format', async () => {
    const world = await createWorld()
    const college = await world.college()
    const answer = await world.rest('POST', '/college/users/export', { as: college.admin, body: { format: 'pdf' } })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'format' }] } })
  })
})

describe('the audit log as a file', () => {
  it('has filtered entries, newest first, each with a sentence, details and ids', async () => {
    const world = await createWorld()
    const college = await world.college()
    const asha = await world.student(college, { name: 'Asha Rao' })
    world.clock.advance(1_000)
    await world.call(college.admin).members.selection.setActive({ ids: [asha.id], isActive: false })
    world.clock.advance(1_000)
    const answer = await world.rest('GET', '/audit/export?format=csv&except=sign_in&timeZone=Asia/Kolkata', {
      as: college.admin,
    })
    const rows = rowsOf(String(answer.body))
    expect(rows.map((row) => row.What)).toEqual([
      'exported the audit log',
      'deactivated 1 student',
      'added the student Asha Rao',
      expect.any(String),
    ])
    expect(rows[1]).toMatchObject({
      Who: college.admin.name,
      Email: college.admin.email,
      Action: 'People deactivated',
      Details: 'Role: Student; People: 1',
      IDs: asha.id,
    })
    expect(answer.headers.get('content-disposition')).toMatch(/Sahyadri.* - Audit log - \d{4}-\d\d-\d\d\.csv/)
    const some = await world.rest('GET', '/audit/export?format=csv&action=member.create', { as: college.admin })
    expect(rowsOf(String(some.body)).map((row) => row.Action)).toEqual(['Person added'])
  })

  it('covers one college, or every college for the master admin', async () => {
    const world = await createWorld()
    const [own, other] = [await world.college(), await world.college()]
    await world.student(other, { name: 'Stranger' })
    const mine = await world.rest('GET', '/audit/export?format=json', { as: own.admin })
    expect(JSON.stringify(mine.body)).not.toContain('Stranger')
    const all = await world.rest('GET', '/audit/export?format=json', { as: world.admin })
    expect(all.body.entries.map((entry: { what: string }) => entry.what)).toContain('added the student Stranger')
    expect(all.body.entries[0]).toHaveProperty('college')
  })

  it('streams 20,000 entries as a workbook, without duplicates', { timeout: 60_000 }, async () => {
    const world = await createWorld()
    const college = await world.college()
    const row = { at: world.clock.now() - 1, action: 'member.create', subjectType: 'member', subjectId: 's' } as const
    await world.platform.db.write(async (tx) => {
      for (let n = 0; n < 20_000; n += 500)
        await tx.insert(auditEntries).values(
          Array.from({ length: 500 }, (_, i) => ({
            ...row,
            id: newId(),
            at: row.at - Math.floor((n + i) / 3),
            collegeId: college.id,
            subjectName: `Student ${n + i}`,
          })),
        )
    })
    const token = await world.tokenOf(college.admin)
    const answer = await fetch(`${world.url}/api/audit/export?format=xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const book = read(Buffer.from(await answer.arrayBuffer()))
    const rows = utils.sheet_to_json<{ What: string }>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
    const named = rows.filter(({ What }) => /Student \d+$/.test(What))
    expect(new Set(named.map(({ What }) => What)).size).toBe(20_000)
    expect(named).toHaveLength(20_000)
  })
})
