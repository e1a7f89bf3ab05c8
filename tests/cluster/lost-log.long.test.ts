import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import type { NatsNode } from '#tests/support/nats.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'

it('a leader that starts again after NATS has lost its last saves keeps them aside', async () => {
  const hall = await startHall(1, 1)
  const leader = await hall.leader()
  const [nats] = hall.nats as [NatsNode]
  const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
  const [data, early] = [join(hall.folder, 'nats-0/data'), join(hall.folder, 'early')]
  await nats.kill()
  cpSync(data, early, { recursive: true })
  await nats.start()
  const college = aCollege()
  expect((await api(leader.url, 'POST', '/admin/colleges', admin, college)).status).toBe(201)
  await leader.kill()
  await nats.kill()
  rmSync(data, { recursive: true })
  cpSync(early, data, { recursive: true })
  await nats.start()
  await leader.start()
  await hall.leader()
  const kept = readdirSync(leader.dataDir).filter((name) => name.startsWith('ahead-'))
  expect(kept).toHaveLength(1)
  const db = new SqliteDatabase(join(leader.dataDir, kept[0] ?? '', 'examhall.db'), { readonly: true })
  expect(db.prepare('select name from colleges').pluck().all()).toContain(college.name)
  db.close()
  expect(leader.printed()).toContain("The cluster's log ends before this data")
})
