import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'
import { aStudent, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('the audit log', () => {
  it('lists actor, action, subject, time and address, newest first, including deleted people', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { members } = world.call(college.admin)
    const { user } = await members.create(aStudent({ name: 'Asha Rao' }))
    world.clock.advance(1_000)
    await members.toggleStatus({ id: user.id })
    world.clock.advance(1_000)
    await members.delete({ id: user.id })
    const { body } = await world.rest('GET', '/audit?limit=3&except=sign_in', { as: college.admin })
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'member.delete',
      'member.deactivate',
      'member.create',
    ])
    expect(body.entries[0]).toMatchObject({
      at: new Date(world.clock.now()).toISOString(),
      actor: { id: college.admin.id, name: college.admin.name, email: college.admin.email, role: 'college_admin' },
      subject: { type: 'member', id: user.id, name: 'Asha Rao' },
      college: { id: college.id, name: expect.stringMatching(/^Sahyadri/) },
      detail: { role: 'student', email: user.email, idNumber: user.idNumber },
      address: '127.0.0.1',
    })
    expect(body.pagination).toMatchObject({ page: 1, limit: 3, total: 4 })
  })

  it('is append-only: SQLite refuses to change or remove an entry', async () => {
    const world = await createWorld()
    await world.college()
    const change = world.platform.db.write(async (tx) => {
      await tx.update(auditEntries).set({ actorName: 'Nobody' })
    })
    await expect(change).rejects.toThrow('the audit log is append-only')
    const remove = world.platform.db.write(async (tx) => {
      await tx.delete(auditEntries)
    })
    await expect(remove).rejects.toThrow('the audit log is append-only')
  })

  it('shows a college admin only their college, and the master admin everything', async () => {
    const world = await createWorld()
    const [mine, other] = [await world.college(), await world.college()]
    await world.student(mine)
    await world.student(other)
    await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const subjects = async (as: typeof world.admin, query = '') =>
      (await world.rest('GET', `/audit${query}`, { as })).body.entries.map(
        (entry: { college: { id: string } | null }) => entry.college?.id ?? null,
      )
    expect(new Set(await subjects(mine.admin))).toEqual(new Set([mine.id]))
    expect(await subjects(mine.admin, `?collegeId=${other.id}`)).toEqual([])
    expect(new Set(await subjects(world.admin))).toEqual(new Set([mine.id, other.id, null]))
    expect(new Set(await subjects(world.admin, `?collegeId=${other.id}`))).toEqual(new Set([other.id]))
  })

  it('filters by action, subject, time and text', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { members } = world.call(college.admin)
    const { user } = await members.create(aStudent({ name: 'Asha Rao' }))
    world.clock.advance(24 * 3_600_000)
    await members.reissuePassword({ id: user.id })
    const from = new Date(world.clock.now() - 1_000).toISOString()
    const actions = async (query: string) =>
      (await world.rest('GET', `/audit?except=sign_in&${query}`, { as: college.admin })).body.entries.map(
        (entry: { action: string }) => entry.action,
      )
    expect(await actions('action=member.create')).toEqual(['member.create'])
    expect(await actions('subject=college')).toEqual(['college.create'])
    expect(await actions(`from=${from}`)).toEqual(['member.reissue_password'])
    expect(await actions(`to=${from}`)).toEqual(['member.create', 'college.create'])
    expect(await actions('search=asha')).toEqual(['member.reissue_password', 'member.create'])
    expect(await actions(`search=${college.admin.email}`)).toHaveLength(2)
    expect(await actions('search=100%25')).toEqual([])
    const refused = await world.rest('GET', '/audit?action=nothing&from=yesterday', { as: college.admin })
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['action', 'from'])
  })

  it('contains profile and password changes, never a password', async () => {
    const world = await createWorld()
    await world.call(world.admin).auth.updateProfile({ name: 'Kavita Rao' })
    await world
      .call(world.admin)
      .auth.changePassword({ currentPassword: 'first-password', newPassword: 'a-new-secret' })
    const { body } = await world.rest('GET', '/audit', { as: world.admin })
    expect(body.entries).toMatchObject([
      { action: 'account.change_password', detail: {} },
      { action: 'account.update_profile', detail: { changed: ['name'] } },
    ])
    expect(JSON.stringify(body)).not.toMatch(/first-password|a-new-secret/)
  })
})

describe('a database from the first release', () => {
  it('is migrated: entries get the names of existing people, and become immutable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'examhall-upgrade-'))
    try {
      const [old, file] = [join(folder, 'migrations'), join(folder, 'examhall.db')]
      cpSync(builtParts.migrations, old, { recursive: true })
      const journal = join(old, 'meta/_journal.json')
      const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
      writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 1) }))
      void openDatabase(file, old).close()
      const before = new SqliteDatabase(file)
      before.exec(`
        insert into users (id, role, name, email, password_hash, is_active, created_at)
          values ('u1', 'master_admin', 'Kavita Rao', 'k@x.example', 'x', 1, 0);
        insert into audit_entries (id, at, actor_id, actor_role, action, subject_type, subject_id)
          values ('a1', 1, 'u1', 'master_admin', 'member.delete', 'member', 'gone'),
            ('a2', 2, 'nobody', 'college_admin', 'member.create', 'member', 'u1');`)
      before.close()
      void openDatabase(file, builtParts.migrations).close()
      const after = new SqliteDatabase(file)
      expect(
        after.prepare('select id, actor_name, actor_email, subject_name from audit_entries order by id').all(),
      ).toEqual([
        { id: 'a1', actor_name: 'Kavita Rao', actor_email: 'k@x.example', subject_name: null },
        { id: 'a2', actor_name: null, actor_email: null, subject_name: 'Kavita Rao' },
      ])
      expect(() => after.exec(`delete from audit_entries`)).toThrow('append-only')
      after.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
