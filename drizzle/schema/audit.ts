import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { auditActions, auditSubjects } from '../../src/shared/audit/schema.ts'
import { roles } from '../../src/shared/roles.ts'

/**
 * Who did what to whom, and when. Rows are only ever added (triggers refuse anything else); they outlive what they name,
 * hence the names as they were then, and no references.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    actorId: text(),
    actorRole: text({ enum: roles }),
    actorName: text(),
    actorEmail: text(),
    collegeId: text(),
    action: text({ enum: auditActions }).notNull(),
    subjectType: text({ enum: auditSubjects }).notNull(),
    subjectId: text().notNull(),
    subjectName: text(),
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    address: text(),
  },
  (table) => [
    index('audit_at').on(table.at, table.id),
    index('audit_college_at').on(table.collegeId, table.at, table.id),
    index('audit_college_action').on(table.collegeId, table.action, table.at),
  ],
)
