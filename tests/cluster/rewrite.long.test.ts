import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { aCollege, aStudent } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api, startServer } from '#tests/support/process.ts'
import { startHall } from './hall.ts'

/** So large that rewriting the file blocks a busy machine for longer than the lease. */
const fillingMegabytes = 150

it('keeps leading while it rewrites the file after an erasure', { timeout: 300_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-rewrite-'))
  afterThisTest(async () => rmSync(dataDir, { recursive: true }))
  await (await startServer(dataDir)).terminate()
  const file = join(dataDir, 'examhall.db')
  const db = new SqliteDatabase(file)
  db.exec('create table filling (bytes blob)')
  for (let n = 0; n < fillingMegabytes; n++) db.exec('insert into filling values (randomblob(1000000))')
  db.close()
  const hall = await startHall(2, 1, { SECRETS_KEY_FILE: join(dataDir, 'secrets.key') }, [dataDir])
  const leader = await hall.leader()
  const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
  const { credentials } = (await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).body
  const collegeAdmin = await signIn(leader.url, credentials.email, credentials.temporaryPassword)
  const { user } = (await api(leader.url, 'POST', '/college/users', collegeAdmin, aStudent())).body
  const erased = await api(leader.url, 'POST', `/college/users/${user.id}/erase`, collegeAdmin, { confirm: user.email })
  expect(erased.status).toBe(200)
  const reader = new SqliteDatabase(join(hall.nodes.find((node) => node !== leader)?.dataDir ?? '', 'examhall.db'), {
    readonly: true,
  })
  // On the standby, so that nothing here delays the leader's checkpoint.
  const wanted = () => {
    reader.pragma('shrink_memory')
    return reader.prepare("select count(*) from settings where key = 'scrub_wanted'").pluck().get()
  }
  await expect.poll(wanted, { timeout: 20_000 }).toBe(1)
  await expect.poll(wanted, { timeout: 150_000 }).toBe(0)
  reader.close()
  expect(await leader.role()).toBe('leader')
  expect(leader.printed()).not.toMatch(/Restarting as a standby|cluster_cut_off/)
  await hall.expectSame()
})
