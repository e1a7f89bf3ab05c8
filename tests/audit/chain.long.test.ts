import { createHash } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { openServices } from '#server/app.ts'
import { verifyChain } from '#server/features/audit/chain.ts'
import { aStudent } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Changes the file directly, bypassing the program and its triggers. */
function tamper(world: World, sql: string) {
  const file = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'))
  const triggers = file.prepare(
    "select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'",
  )
  const before = triggers.all() as { name: string; sql: string }[]
  for (const { name } of before) file.exec(`drop trigger ${name}`)
  file.exec(sql)
  for (const trigger of before) file.exec(trigger.sql)
  file.close()
}

async function worldWithEntries() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { name: 'Asha Rao' })
  await world.call(college.admin).members.toggleStatus({ id: student.id })
  return { world, college, student }
}

const verify = (world: World) => verifyChain(world.platform.db.read)

describe('the audit log’s hash chain', () => {
  it('is valid over all entries, even when many are written at once', async () => {
    const { world, college } = await worldWithEntries()
    await Promise.all(Array.from({ length: 20 }, () => world.call(college.admin).members.create(aStudent())))
    const { entries, last, broken } = await verify(world)
    expect(broken).toBeUndefined()
    const listed = (await world.rest('GET', '/audit?limit=100', { as: world.admin })).body.entries
    expect(entries).toBe(listed.length)
    expect(listed.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: entries }, (_, index) => entries - index),
    )
    expect(last).toEqual({ number: entries, hash: listed[0].hash })
  })

  it.each([
    ['a changed action', "update audit_entries set action = 'member.activate' where number = 3", 'its hash'],
    ['a changed time', 'update audit_entries set at = at - 1 where number = 3', 'its hash'],
    ['a changed name', "update audit_entries set subject_name = 'Somebody' where number = 3", 'its subject'],
    ['a changed actor', "update audit_entries set actor_email = 'x@x.example' where number = 3", 'its actor'],
    ['a changed detail', `update audit_entries set detail = '{"role":"faculty"}' where number = 3`, 'its detail'],
    ['a name erased without its salt', 'update audit_entries set subject_name = null where number = 3', 'its subject'],
    ['a removed entry', 'delete from audit_entries where number = 3', 'missing'],
  ])('reports %s', async (_what, sql, problem) => {
    const { world } = await worldWithEntries()
    tamper(world, sql)
    expect((await verify(world)).broken).toMatchObject({ number: 3, problem: expect.stringContaining(problem) })
  })

  it('detects entries inserted without a link', async () => {
    const { world } = await worldWithEntries()
    tamper(
      world,
      "insert into audit_entries (id, at, action, subject_type, subject_id) values ('x', 1, 'member.delete', 'member', 'x')",
    )
    expect((await verify(world)).broken?.problem).toContain('no link')
  })

  it('stays valid after personal data and its salts are erased', async () => {
    const { world, college, student } = await worldWithEntries()
    await world.rest('POST', '/auth/login', { body: { email: student.email, password: 'wrong-password' } })
    await world.call(college.admin).privacy.erase({ id: student.id, confirm: student.email })
    const { broken, erased } = await verify(world)
    expect(broken).toBeUndefined()
    expect(erased).toBeGreaterThanOrEqual(3)
    const file = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'), { readonly: true })
    const about = file
      .prepare("select * from audit_entries where subject_id = ? and action <> 'member.erase'")
      .all(student.id) as object[]
    file.close()
    expect(about.length).toBeGreaterThanOrEqual(3)
    for (const row of about) expect(row).toMatchObject({ subject_name: null, subject_salt: null, detail_salt: null })
    expect(JSON.stringify(about)).not.toContain(student.email)
  })

  it('cannot be rebuilt, because SQLite refuses to change a hash, digest or salt', async () => {
    const { world } = await worldWithEntries()
    const file = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'))
    for (const column of ['number', 'hash', 'actor_digest', 'subject_digest', 'detail_digest', 'actor_salt'])
      expect(() => file.exec(`update audit_entries set ${column} = '7' where number = 2`)).toThrow('append-only')
    file.close()
  })

  it('links an older database’s entries in order at the first start', async () => {
    const { world } = await worldWithEntries()
    const { entries } = await verify(world)
    tamper(
      world,
      `update audit_entries set number = null, hash = null, actor_salt = null, actor_digest = null, subject_salt = null,
        subject_digest = null, detail_salt = null, detail_digest = null`,
    )
    const again = await openServices(world.platform.config, world.clock, undefined, world.platform.judge)
    const verdict = await verifyChain(again.db.read)
    await again.db.close()
    expect(verdict).toMatchObject({ entries, erased: 0 })
    expect(verdict.broken).toBeUndefined()
  })

  it('is exported with the input of each hash', async () => {
    const { world } = await worldWithEntries()
    const { body } = await world.rest('GET', '/audit/export?format=csv', { as: world.admin })
    const { data } = Papa.parse<Record<string, string>>(String(body).replace(/^\uFEFF/, ''), { header: true })
    const rows = data.filter((row) => row.Hash).toReversed()
    expect(rows.length).toBeGreaterThan(3)
    let previous = '0'.repeat(64)
    for (const row of rows) {
      expect(row['Previous hash']).toBe(previous)
      expect(row.Hash).toBe(sha256(`${previous}\n${row['Sealed text']}`))
      previous = row.Hash ?? ''
    }
  })
})
