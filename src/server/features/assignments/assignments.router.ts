import { z } from 'zod'
import { lookUp, router } from '#server/trpc/init.ts'
import { collegeAdmin, faculty, masterAdmin, student } from '#server/trpc/procedures.ts'
import {
  assignedColleges,
  assignedCount,
  assignedStudentIds,
  assignmentAnswer,
  assignmentFilter,
  candidateList,
  candidateQuery,
  collegeAssignmentList,
  collegesForm,
  collegeTestList,
  collegeTestQuery,
  decisionForm,
  facultyTestList,
  matchingStudents,
  studentAssignmentList,
  studentGroups,
  studentsAssigned,
  studentsForm,
} from '#shared/assignments/assignments.schema.ts'
import { releaseForm } from '#shared/attempts/release.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import {
  assignToColleges,
  decideAssignment,
  findAssignedColleges,
  findCollegeAssignments,
  findFacultyTests,
  findStudentAssignments,
  requireAssignableTest,
  requireAssignment,
  undoRejection,
} from './assignments.ts'
import { findCollegeTests } from './college.ts'
import { releaseResults } from './release.ts'
import {
  assignToStudents,
  findAssignedStudents,
  findCandidates,
  findGroups,
  previewStudents,
  takeFromStudent,
} from './students.ts'

/** Looks up the assignment before validating the input: returns 404 before 400. */
const ofAssignment = collegeAdmin.input(byId).use(lookUp((ctx, id) => requireAssignment(ctx.app, ctx.scope, id)))

export const assignmentsRouter = router({
  assignColleges: masterAdmin
    .meta({ rest: 'POST /tests/{id}/assign-college', summary: 'Offer a test to colleges' })
    .input(byId)
    .use(lookUp((ctx, id) => requireAssignableTest(ctx.app, id)))
    .input(collegesForm)
    .output(assignedCount)
    .mutation(({ ctx, input }) => assignToColleges(ctx.app, ctx.actor, input.id, input.collegeIds)),
  assignedColleges: masterAdmin
    .meta({ rest: 'GET /tests/{id}/assigned-colleges', summary: 'List the colleges a test is offered to' })
    .input(byId)
    .output(assignedColleges)
    .query(({ ctx, input }) => findAssignedColleges(ctx.app, input.id)),
  listForCollege: collegeAdmin
    .meta({ rest: 'GET /tests/college/assigned', summary: 'List the tests offered to the college' })
    .input(assignmentFilter)
    .output(collegeAssignmentList)
    .query(({ ctx, input }) => findCollegeAssignments(ctx.app, ctx.scope, input)),
  collegeTests: collegeAdmin
    .meta({
      rest: 'GET /tests/college/all-tests',
      summary: 'List all tests, with their assignment status and student progress in the college',
    })
    .input(collegeTestQuery)
    .output(collegeTestList)
    .query(({ ctx, input }) => findCollegeTests(ctx.app, ctx.scope, input)),
  listForFaculty: faculty
    .meta({ rest: 'GET /faculty/tests/assigned', summary: 'List the tests the college accepted' })
    .input(assignmentFilter)
    .output(facultyTestList)
    .query(({ ctx, input }) => findFacultyTests(ctx.app, ctx.scope, input)),
  listForStudent: student
    .meta({ rest: 'GET /tests/student/assigned', summary: 'List the tests assigned to the student' })
    .input(assignmentFilter)
    .output(studentAssignmentList)
    .query(({ ctx, input }) => findStudentAssignments(ctx.app, ctx.scope, input)),
  decide: ofAssignment
    .meta({ rest: 'PUT /tests/assignment/{id}/status', summary: 'Accept or reject a pending test' })
    .input(decisionForm)
    .output(assignmentAnswer)
    .mutation(({ ctx, input }) => decideAssignment(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  undoRejection: ofAssignment
    .meta({ rest: 'DELETE /tests/assignment/{id}/rejection', summary: 'Undo a rejection before the test begins' })
    .output(assignmentAnswer)
    .mutation(({ ctx, input }) => undoRejection(ctx.app, ctx.scope, ctx.actor, input.id)),
  releaseResults: ofAssignment
    .meta({
      rest: 'POST /tests/assignment/{id}/release',
      summary: 'Release the scores of the college’s students, now or later',
    })
    .input(releaseForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => releaseResults(ctx.app, ctx.scope, ctx.actor, input)),
  assignStudents: ofAssignment
    .meta({ rest: 'POST /tests/assignment/{id}/assign-students', summary: 'Assign an accepted test to students' })
    .input(studentsForm)
    .output(studentsAssigned)
    .mutation(({ ctx, input }) => assignToStudents(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  previewStudents: ofAssignment
    .meta({
      rest: 'POST /tests/assignment/{id}/assign-students/preview',
      summary: 'Count the students an assignment would include, without assigning them',
    })
    .input(studentsForm)
    .output(matchingStudents)
    .mutation(({ ctx, input }) => previewStudents(ctx.app, ctx.scope, input.id, input)),
  takeFromStudent: ofAssignment
    .meta({
      rest: 'DELETE /tests/assignment/{id}/students/{studentId}',
      summary: 'Unassign a student who has not started',
    })
    .input(z.object({ studentId: z.string() }))
    .output(messageAnswer)
    .mutation(({ ctx, input }) => takeFromStudent(ctx.app, ctx.scope, ctx.actor, input.id, input.studentId)),
  groups: ofAssignment
    .meta({
      rest: 'GET /tests/assignment/{id}/groups',
      summary: 'List batches, branches and sections with their sizes and assigned counts',
    })
    .output(studentGroups)
    .query(({ ctx, input }) => findGroups(ctx.app, ctx.scope, input.id)),
  candidates: ofAssignment
    .meta({
      rest: 'GET /tests/assignment/{id}/candidates',
      summary: 'List the college’s students by name, with assignment and progress',
    })
    .input(candidateQuery)
    .output(candidateList)
    .query(({ ctx, input }) => findCandidates(ctx.app, ctx.scope, input.id, input)),
  assignedStudents: ofAssignment
    .meta({ rest: 'GET /tests/assignment/{id}/students', summary: 'List the students of an assignment' })
    .output(assignedStudentIds)
    .query(({ ctx, input }) => findAssignedStudents(ctx.app, input.id)),
})
