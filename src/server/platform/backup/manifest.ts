import { createHash } from 'node:crypto'
import type SqliteDatabase from 'better-sqlite3'
import { z } from 'zod'

/** The first file of a backup, which lists the others. Readers reject unlisted files. */

export const formatVersion = 1
export const databaseName = 'examhall.db'
export const uploadFolders = ['images', 'attachments', 'answers', 'statements'] as const

/** Matches only generated upload names in our folders, so no name can escape them. */
const partName = new RegExp(
  `^(${databaseName.replace('.', '\\.')}|uploads/(${uploadFolders.join('|')})/\\w[\\w.-]{0,63})$`,
)
export const isPartName = (name: string) => partName.test(name)

export const schemaState = z.object({
  /** Number of migrations. */
  number: z.number().int().min(1),
  /** SHA-256 of the migrations' hashes, in order. */
  hash: z.string(),
  /** Time of the latest migration, ms UTC; drizzle runs only newer ones. */
  newest: z.number().int(),
})
export type SchemaState = z.output<typeof schemaState>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifest = z.object({
  format: z.literal('examhall-backup'),
  version: z.number().int(),
  /** Version of the program. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  schema: schemaState,
  /** Rows by table. */
  counts: z.record(z.string(), z.number().int().min(0)),
  parts: z
    .array(z.object({ name: z.string().refine(isPartName), bytes: z.number().int().min(0), sha256 }))
    .min(1)
    .refine((parts) => parts[0]?.name === databaseName && new Set(parts.map(({ name }) => name)).size === parts.length),
})
export type Manifest = z.output<typeof manifest>

/** @returns undefined for a database without migrations: new, or not ours */
export function schemaOf(connection: SqliteDatabase.Database): SchemaState | undefined {
  const table = connection.prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'").get()
  if (!table) return undefined
  const rows = connection
    .prepare<[], { hash: string; at: number }>(
      'select hash, created_at as at from __drizzle_migrations order by created_at',
    )
    .all()
  const newest = rows.at(-1)?.at
  if (newest === undefined) return undefined
  const hash = createHash('sha256')
  for (const row of rows) hash.update(row.hash)
  return { number: rows.length, hash: hash.digest('hex'), newest: Number(newest) }
}

/** Row counts by table. */
export function countRows(connection: SqliteDatabase.Database): Record<string, number> {
  const tables = connection
    .prepare<[], { name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~' order by name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = connection.prepare<[], { total: number }>(`select count(*) as total from "${name}"`).get()
      return [name, row?.total ?? 0]
    }),
  )
}
