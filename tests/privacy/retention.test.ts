import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { backupRuns } from '#drizzle/schema/backups.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { notificationTotals, recipients } from '#drizzle/schema/notifications.ts'
import { verifyChain } from '#server/features/audit/chain.ts'
import { removeOutdated } from '#server/features/privacy/retention.ts'
import type { Config } from '#server/platform/config.ts'
import { newId } from '#server/platform/id.ts'
import { aStudent } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const day = 86_400_000

/** Records a nightly backup, and then deletes outdated data as the server does. */
async function night(world: World) {
  const startedAt = world.clock.now()
  const run = { id: newId(), kind: 'backup', reason: 'nightly', startedAt, finishedAt: startedAt } as const
  await world.platform.db.write(async (tx) => {
    await tx.insert(backupRuns).values(run)
  })
  await removeOutdated(world.platform)
}

const keeping = (fields: Partial<Config['retention']>) =>
  createWorld({ retention: { notifications: undefined, mails: 90, auditLog: undefined, ...fields } })

const listed = async (world: World) => (await world.call(world.admin).audit.list({ limit: 100 })).entries
const verify = (world: World) => verifyChain(world.platform.db.read)

describe('notifications', () => {
  it('are deleted for sender and recipients after KEEP_NOTIFICATIONS days', async () => {
    const world = await keeping({ notifications: 60 })
    const college = await world.college()
    const student = await world.student(college)
    const send = (title: string) =>
      world.call(college.admin).notifications.create({ title, message: 'Words', targetType: 'students' })
    await send('Old')
    world.clock.advance(30 * day)
    await send('Recent')
    world.clock.advance(31 * day)
    await night(world)
    const { notifications } = await world.call(student).notifications.inbox({})
    expect(notifications.map(({ notification }) => notification.title)).toEqual(['Recent'])
    expect(await world.platform.db.read.$count(recipients)).toBe(1)
    expect(await world.platform.db.read.$count(notificationTotals)).toBe(1)
  })
})

describe('emails', () => {
  it('are deleted after KEEP_MAILS days unless they are still queued', async () => {
    const world = await keeping({ mails: 30 })
    const mail = { recipient: 'asha@sahyadri.example', subject: '', text: '', html: '', createdAt: world.clock.now() }
    await world.platform.db.write(async (tx) => {
      await tx.insert(mails).values([
        { ...mail, id: 'sent', sentAt: world.clock.now() },
        { ...mail, id: 'given-up', lastError: 'No such mailbox' },
        { ...mail, id: 'waiting', dueAt: world.clock.now() + 90 * day },
      ])
    })
    world.clock.advance(31 * day)
    await night(world)
    expect(await world.platform.db.read.select({ id: mails.id }).from(mails)).toEqual([{ id: 'waiting' }])
  })
})

describe('the audit log', () => {
  it('deletes entries after KEEP_AUDIT_LOG days, records the deletion, and keeps its chain valid', async () => {
    const world = await keeping({ auditLog: 365 })
    const college = await world.college()
    await world.call(college.admin).members.create(aStudent())
    const old = await listed(world)
    world.clock.advance(366 * day)
    await world.call(college.admin).members.create(aStudent())
    await night(world)
    const entries = await listed(world)
    expect(entries.map(({ action }) => action)).toEqual(['platform.prune_audit_log', 'member.create'])
    expect(entries[0]).toMatchObject({ actor: null, detail: { entries: old.length, hash: old[0]?.hash } })
    expect(await verify(world)).toMatchObject({ entries: 2, removed: old.length })
    expect((await verify(world)).broken).toBeUndefined()
    // Later entries are deleted too, including the one that records the first deletion.
    world.clock.advance(366 * day)
    await night(world)
    expect((await listed(world)).map(({ detail }) => detail.entries)).toEqual([2])
    expect(await verify(world)).toMatchObject({ entries: 1, removed: old.length + 2 })
  })

  it('is kept forever by default, and shortened only after a nightly backup', async () => {
    const world = await createWorld()
    await world.college()
    world.clock.advance(3_650 * day)
    await night(world)
    expect(await listed(world)).toHaveLength(2)
    const due = await keeping({ auditLog: 30 })
    await due.college()
    due.clock.advance(31 * day)
    await removeOutdated(due.platform)
    expect(await listed(due)).toHaveLength(2)
  })

  it('cannot be shortened in any other way', async () => {
    const world = await keeping({ auditLog: 30 })
    const college = await world.college()
    for (let n = 0; n < 3; n++) await world.call(college.admin).members.create(aStudent())
    const file = new SqliteDatabase(join(world.platform.config.dataDir, 'examhall.db'))
    expect(() => file.exec('delete from audit_entries where number < 3')).toThrow('append-only')
    expect(() => file.exec("insert into audit_anchors values (2, 'f', 1)")).toThrow('the hash of its entry')
    file.exec('insert into audit_anchors select number, hash, at from audit_entries where number = 2')
    file.exec('delete from audit_entries where number < 3')
    file.close()
    expect((await verify(world)).broken).toMatchObject({
      number: 2,
      problem: 'it and earlier entries are missing without a removal entry',
    })
  })

  it('keeps entries not yet shipped', async () => {
    const world = await createWorld({
      retention: { notifications: undefined, mails: 90, auditLog: 30 },
      auditLog: { file: '/dev/full', syslog: undefined },
    })
    await world.college()
    await world.platform.auditShipping.finish()
    world.clock.advance(31 * day)
    await night(world)
    expect(await listed(world)).toHaveLength(2)
  })
})
