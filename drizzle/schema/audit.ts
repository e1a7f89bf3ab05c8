import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who did what to whom, and when. Rows are only ever added; they outlive what they name, hence no references. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    actorId: text(),
    actorRole: text(),
    collegeId: text(),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    address: text(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_college_at').on(table.collegeId, table.at)],
)
