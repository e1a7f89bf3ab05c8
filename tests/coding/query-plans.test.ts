import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

/** Every statement about the bank that is really prepared while this file runs. */
const prepared = new Set<string>()
const { prepare } = SqliteDatabase.prototype

beforeAll(() => {
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
    prepared.add(source)
    return prepare.call(this, source)
  } as typeof prepare
})
afterAll(() => {
  SqliteDatabase.prototype.prepare = prepare
})

it('no query of the bank scans or sorts a table', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const { id } = question
  for (const actor of [world.admin, college.admin, student])
    for (const query of [
      {},
      { search: 'a', page: 2 },
      { difficulty: 'easy' as const },
      { search: 'a', difficulty: 'hard' as const },
    ])
      await world.call(actor).coding.list(query)
  for (const actor of [college.admin, student]) await world.call(actor).coding.get({ id })
  await world.call(world.admin).coding.update({ ...aCodingQuestion(), id })
  await world.rest('GET', `/coding/questions/${id}/export`, { as: world.admin })
  await world.call(world.admin).coding.delete({ id })

  // biome-ignore lint/suspicious/noExplicitAny: drizzle keeps the driver's connection out of its types
  const connection: SqliteDatabase.Database = (world.platform.db.read as any).$client
  const queries = [...prepared].filter((source) => /^(select|update|delete|insert).*coding_/.test(source))
  expect(queries.length).toBeGreaterThan(15)
  const offences = queries.flatMap((source) => {
    const values: unknown[] = Array.from(source.matchAll(/\?/g), () => null)
    const rows = prepare.call(connection, `explain query plan ${source}`).all(values) as { detail: string }[]
    return rows
      .map((row) => row.detail)
      .filter((detail) => /^SCAN|TEMP B-TREE/.test(detail) && !/SCAN (CONSTANT ROW|json_each)/.test(detail))
      .map((detail) => `${detail}: ${source}`)
  })
  expect(offences).toEqual([])
})
