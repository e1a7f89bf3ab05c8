import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { roles } from '#shared/roles.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'

/** Everyone who can sign in. Emails are stored in lower case. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    role: text({ enum: roles }).notNull(),
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    idNumber: text(),
    branch: text(),
    batch: text(),
    section: text(),
    phoneNumber: text(),
    companyName: text(),
    companyAddress: text(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    lastLoginAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_college_id_number').on(table.collegeId, table.idNumber),
    index('users_college_role_created').on(table.collegeId, table.role, table.createdAt, table.id),
    index('users_college_created').on(table.collegeId, table.createdAt, table.id),
    index('users_college_role_name').on(table.collegeId, table.role, sql`name collate nocase`, table.id),
    index('users_role_name').on(table.role, sql`name collate nocase`, table.id),
    index('users_role_last_login').on(table.role, table.lastLoginAt),
    index('users_last_login').on(table.lastLoginAt),
    index('users_college_role_groups').on(
      table.collegeId,
      table.role,
      table.batch,
      table.branch,
      table.section,
      table.isActive,
    ),
  ],
)

/** Requests to join a group; at most one pending per student. */
export const groupRequests = sqliteTable(
  'group_requests',
  {
    studentId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    collegeId: ownedBy(() => colleges.id),
    batch: text().notNull(),
    branch: text().notNull(),
    section: text().notNull(),
    requestedAt: integer().notNull(),
  },
  (table) => [index('group_requests_college').on(table.collegeId, table.requestedAt)],
)
