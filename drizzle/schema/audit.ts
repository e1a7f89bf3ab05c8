import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { auditActions, auditSubjects } from '#shared/audit/audit.schema.ts'
import { roles } from '#shared/roles.ts'

/**
 * The audit log. Append-only (enforced by triggers), with two exceptions: erasure removes a person's data, and retention
 * removes the oldest rows once an anchor replaces them. Rows outlive their subjects, so names are copied and there are no foreign keys. Each row is
 * hash-linked to the one before (docs/decisions/044-tamper-evident-audit-log.md).
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
    /** Position in the chain, starting at 1 without gaps; null in entries that are not linked yet. */
    number: integer(),
    /** Hex SHA-256 of the previous hash, the fixed columns and the three digests. */
    hash: text(),
    /** Salted digests of the erasable columns. Erasure removes the values and the salt but keeps the digest. */
    actorSalt: text(),
    actorDigest: text(),
    subjectSalt: text(),
    subjectDigest: text(),
    detailSalt: text(),
    detailDigest: text(),
  },
  (table) => [
    uniqueIndex('audit_number').on(table.number),
    index('audit_at').on(table.at, table.id),
    index('audit_college_at').on(table.collegeId, table.at, table.id),
    index('audit_college_action').on(table.collegeId, table.action, table.at),
  ],
)

/** The last entry of each range that retention removed; the chain continues from its hash. */
export const auditAnchors = sqliteTable('audit_anchors', {
  number: integer().primaryKey(),
  hash: text().notNull(),
  at: integer().notNull(),
})
