import { studentAssignments } from '#drizzle/schema/assignments.ts'
import { bound, equals, repository } from '#server/platform/db.ts'
import type { SeatRefusal } from '#shared/attempts/seat.schema.ts'

/** A student in an assignment. */
export interface Place {
  assignmentId: string
  studentId: string
}

export const seatRepo = repository((db) => {
  const exception = db
    .select({ anyNetwork: studentAssignments.anyNetwork })
    .from(studentAssignments)
    .where(bound(studentAssignments, 'assignmentId', 'studentId'))
    .prepare()
  return {
    hasException: async ({ assignmentId, studentId }: Place) =>
      exception.get({ assignmentId, studentId })?.anyNetwork ?? false,
    /** @returns true if the student is assigned */
    update: async (
      { assignmentId, studentId }: Place,
      row: { refusal?: SeatRefusal | null; anyNetwork?: boolean; seatChangedAt: number },
    ) => {
      const { changes } = await db
        .update(studentAssignments)
        .set(row)
        .where(equals(studentAssignments, { assignmentId, studentId }))
      return changes > 0
    },
  }
})
