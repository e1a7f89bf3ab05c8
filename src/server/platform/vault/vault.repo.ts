import { sql } from 'drizzle-orm'
import { repository } from '../db.ts'

/** Columns with sealed secrets: table, column, and the column with the owner's id. */
export const sealedColumns = [
  { table: 'totp_secrets', column: 'secret', owner: 'user_id' },
  { table: 'webhooks', column: 'secret', owner: 'id' },
] as const
type SealedColumn = (typeof sealedColumns)[number]

export const vaultRepo = repository((db) => ({
  list: async ({ table, column, owner }: SealedColumn) =>
    db.all<{ owner: string; secret: string }>(
      sql`select ${sql.identifier(owner)} as owner, ${sql.identifier(column)} as secret from ${sql.identifier(table)}`,
    ),
  replace: async ({ table, column, owner }: SealedColumn, whose: string, secret: string) => {
    db.run(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${secret} where ${sql.identifier(owner)} = ${whose}`,
    )
  },
}))
