import type { FeatureNames } from './names.ts'

/** Server and shared files of a new feature, by path: a list that belongs to the college. */
export const serverFiles = ({ many, one, Many, One }: FeatureNames): Record<string, string> => ({
  [`drizzle/schema/${many}.ts`]: `import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { colleges } from './colleges.ts'

export const ${many} = sqliteTable(
  '${many}',
  {
    id: text().primaryKey(),
    collegeId: text()
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('${many}_college').on(table.collegeId, table.createdAt, table.id)],
)
`,

  [`src/shared/${many}/schema.ts`]: `import { z } from 'zod'
import { idSchema, isoTime, messageAnswer, pageQuery, pagination, requiredText } from '../schema.ts'

export const ${one}Form = z.object({ name: requiredText('Please name the ${one}') })
export type ${One}Form = z.output<typeof ${one}Form>

const ${one} = z.object({ id: idSchema, name: z.string(), createdAt: isoTime })

export const ${one}ListQuery = pageQuery
export const ${one}List = z.object({ ${many}: z.array(${one}), pagination })
export const ${one}Created = messageAnswer.extend({ ${one} })
`,

  [`src/server/features/${many}/errors.ts`]: `import { conflict } from '#shared/errors.ts'

export const nameTaken = () => conflict('There is a ${one} of this name already')
`,

  [`src/server/features/${many}/repo.ts`]: `import { and, desc, eq } from 'drizzle-orm'
import { ${many} } from '#drizzle/schema/${many}.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { PageQuery } from '#shared/schema.ts'

export const ${many}Repo = repository((db) => ({
  list: async (scope: CollegeScope, { page, limit }: PageQuery) =>
    db
      .select()
      .from(${many})
      .where(eq(${many}.collegeId, scope.collegeId))
      .orderBy(desc(${many}.createdAt), desc(${many}.id))
      .limit(limit)
      .offset((page - 1) * limit),
  count: async (scope: CollegeScope) => db.$count(${many}, eq(${many}.collegeId, scope.collegeId)),
  hasName: async (scope: CollegeScope, name: string) =>
    (await db.$count(${many}, and(eq(${many}.collegeId, scope.collegeId), eq(${many}.name, name)))) > 0,
  insert: async (scope: CollegeScope, row: Omit<typeof ${many}.$inferInsert, 'collegeId'>) => {
    await db.insert(${many}).values({ ...row, collegeId: scope.collegeId })
  },
}))
`,

  [`src/server/features/${many}/service.ts`]: `import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { ${One}Form } from '#shared/${many}/schema.ts'
import { type PageQuery, paginate } from '#shared/schema.ts'
import { nameTaken } from './errors.ts'
import { ${many}Repo } from './repo.ts'

/** A page of the college's ${many}, newest first. */
export async function find${Many}(app: Platform, scope: CollegeScope, query: PageQuery) {
  const repo = ${many}Repo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(scope, query), repo.count(scope)])
  return { ${many}: rows, pagination: paginate(query, total) }
}

/** @throws CONFLICT when the college has one of this name */
export async function create${One}(app: Platform, scope: CollegeScope, { name }: ${One}Form) {
  const ${one} = { id: newId(), name, createdAt: app.clock.now() }
  await app.db.write(async (tx) => {
    const repo = ${many}Repo(tx)
    if (await repo.hasName(scope, name)) throw nameTaken()
    await repo.insert(scope, ${one})
  })
  return { message: '${One} created', ${one} }
}
`,

  [`src/server/features/${many}/router.ts`]: `import { router } from '#server/trpc/init.ts'
import { collegeAdmin } from '#server/trpc/procedures.ts'
import { ${one}Created, ${one}Form, ${one}List, ${one}ListQuery } from '#shared/${many}/schema.ts'
import { create${One}, find${Many} } from './service.ts'

export const ${many}Router = router({
  list: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/${many}' }, summary: 'The college’s ${many}, newest first' })
    .input(${one}ListQuery)
    .output(${one}List)
    .query(({ ctx, input }) => find${Many}(ctx.app, ctx.scope, input)),
  create: collegeAdmin
    .meta({ rest: { method: 'POST', path: '/college/${many}', status: 201 }, summary: 'Create a ${one}' })
    .input(${one}Form)
    .output(${one}Created)
    .mutation(({ ctx, input }) => create${One}(ctx.app, ctx.scope, input)),
})
`,

  [`tests/${many}/${many}.test.ts`]: `import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

describe('${many}', () => {
  it('are the college’s own, newest first', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const { body: none } = await world.rest('GET', '/college/${many}', { as: college.admin })
    expect(none).toEqual({ ${many}: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 1 } })

    for (const name of ['First', 'Second']) {
      const made = await world.rest('POST', '/college/${many}', { as: college.admin, body: { name } })
      expect(made.status).toBe(201)
      world.clock.advance(1_000)
    }
    const { ${many} } = await world.call(college.admin).${many}.list({})
    expect(${many}.map(({ name }) => name)).toEqual(['Second', 'First'])
    expect((await world.call(other.admin).${many}.list({})).${many}).toEqual([])
  })

  it('have a name, and each another one', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    const create = (body: object) => world.rest('POST', '/college/${many}', { as: admin, body })
    expect(await create({ name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: 'Please name the ${one}' }] },
    })
    await create({ name: 'First' })
    expect(await create({ name: 'First' })).toMatchObject({
      status: 409,
      body: { message: 'There is a ${one} of this name already' },
    })
  })
})
`,
})
