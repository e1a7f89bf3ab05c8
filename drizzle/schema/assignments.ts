import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { assignmentStatuses } from '#shared/assignments/assignments.schema.ts'
import type { SeatRefusal } from '#shared/attempts/seat.schema.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/** A test offered to a college, which accepts or rejects it. */
export const assignments = sqliteTable(
  'assignments',
  {
    id: text().primaryKey(),
    testId: ownedBy(() => tests.id),
    collegeId: ownedBy(() => colleges.id),
    status: text({ enum: assignmentStatuses }).notNull().default('pending'),
    assignedAt: integer().notNull(),
    decidedAt: integer(),
    decidedBy: text().references(() => users.id, { onDelete: 'set null' }),
    /** The college's reason for rejecting it. */
    rejectionReason: text(),
    /** Release time of the scores, past or future; used only if the test lets the college release them. */
    resultsReleasedAt: integer(),
    /** When students were notified of the score and of the key. */
    resultsAnnouncedAt: integer(),
    keyAnnouncedAt: integer(),
  },
  (table) => [
    uniqueIndex('assignments_test_college').on(table.testId, table.collegeId),
    index('assignments_college_assigned').on(table.collegeId, table.assignedAt, table.id),
    index('assignments_unannounced')
      .on(table.resultsReleasedAt)
      .where(sql`results_released_at is not null and results_announced_at is null`),
    // SQLite looks up referring rows when a person is deleted.
    index('assignments_decided_by').on(table.decidedBy),
  ],
)

/** An accepted test assigned to a student. */
export const studentAssignments = sqliteTable(
  'student_assignments',
  {
    assignmentId: ownedBy(() => assignments.id),
    studentId: ownedBy(() => users.id),
    assignedAt: integer().notNull(),
    /** True if the student may take the test outside its networks. */
    anyNetwork: integer({ mode: 'boolean' }).notNull().default(false),
    /** The last rejected request, from another device or network. */
    refusal: text({ mode: 'json' }).$type<SeatRefusal>(),
    /** When `anyNetwork` or `refusal` last changed, for the live board. */
    seatChangedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.assignmentId, table.studentId] }),
    index('student_assignments_student').on(table.studentId),
  ],
)
