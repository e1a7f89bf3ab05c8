import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
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
  studentAssignmentList,
  studentGroups,
  studentsAssigned,
  studentsForm,
  studentsMeant,
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
const ofAssignment = collegeAdmin.input(byId).use(async ({ ctx, input, next }) => {
  await requireAssignment(ctx.app, ctx.scope, input.id)
  return next()
})

export const assignmentsRouter = router({
  assignColleges: masterAdmin
    .meta({ rest: { method: 'POST', path: '/tests/{id}/assign-college' }, summary: 'Offer a test to colleges' })
    .input(byId)
    .use(async ({ ctx, input, next }) => {
      await requireAssignableTest(ctx.app, input.id)
      return next()
    })
    .input(collegesForm)
    .output(assignedCount)
    .mutation(({ ctx, input }) => assignToColleges(ctx.app, ctx.actor, input.id, input.collegeIds)),
  assignedColleges: masterAdmin
    .meta({ rest: { method: 'GET', path: '/tests/{id}/assigned-colleges' }, summary: 'Colleges a test is offered to' })
    .input(byId)
    .output(assignedColleges)
    .query(({ ctx, input }) => findAssignedColleges(ctx.app, input.id)),
  listForCollege: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/tests/college/assigned' }, summary: 'Tests offered to the college' })
    .input(assignmentFilter)
    .output(collegeAssignmentList)
    .query(({ ctx, input }) => findCollegeAssignments(ctx.app, ctx.scope, input)),
  collegeTests: collegeAdmin
    .meta({
      rest: { method: 'GET', path: '/tests/college/all-tests' },
      summary: 'All tests, whether they are offered to the college, and how far its students are',
    })
    .input(collegeTestQuery)
    .output(collegeTestList)
    .query(({ ctx, input }) => findCollegeTests(ctx.app, ctx.scope, input)),
  listForFaculty: faculty
    .meta({ rest: { method: 'GET', path: '/faculty/tests/assigned' }, summary: 'Tests the college accepted' })
    .input(assignmentFilter)
    .output(facultyTestList)
    .query(({ ctx, input }) => findFacultyTests(ctx.app, ctx.scope, input)),
  listForStudent: student
    .meta({ rest: { method: 'GET', path: '/tests/student/assigned' }, summary: 'Tests assigned to the student' })
    .input(assignmentFilter)
    .output(studentAssignmentList)
    .query(({ ctx, input }) => findStudentAssignments(ctx.app, ctx.scope, input)),
  decide: ofAssignment
    .meta({ rest: { method: 'PUT', path: '/tests/assignment/{id}/status' }, summary: 'Accept or reject a test, once' })
    .input(decisionForm)
    .output(assignmentAnswer)
    .mutation(({ ctx, input }) => decideAssignment(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  undoRejection: ofAssignment
    .meta({
      rest: { method: 'DELETE', path: '/tests/assignment/{id}/rejection' },
      summary: 'Take back a rejection before the test begins',
    })
    .output(assignmentAnswer)
    .mutation(({ ctx, input }) => undoRejection(ctx.app, ctx.scope, ctx.actor, input.id)),
  releaseResults: ofAssignment
    .meta({
      rest: { method: 'POST', path: '/tests/assignment/{id}/release' },
      summary: 'Release the scores of the college’s own students, now or later',
    })
    .input(releaseForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => releaseResults(ctx.app, ctx.scope, ctx.actor, input)),
  assignStudents: ofAssignment
    .meta({
      rest: { method: 'POST', path: '/tests/assignment/{id}/assign-students' },
      summary: 'Give an accepted test to students',
    })
    .input(studentsForm)
    .output(studentsAssigned)
    .mutation(({ ctx, input }) => assignToStudents(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  previewStudents: ofAssignment
    .meta({
      rest: { method: 'POST', path: '/tests/assignment/{id}/assign-students/preview' },
      summary: 'How many students the same form would assign; nothing is stored',
    })
    .input(studentsForm)
    .output(studentsMeant)
    .mutation(({ ctx, input }) => previewStudents(ctx.app, ctx.scope, input.id, input)),
  takeFromStudent: ofAssignment
    .meta({
      rest: { method: 'DELETE', path: '/tests/assignment/{id}/students/{studentId}' },
      summary: 'Take a test away from a student who has not begun it',
    })
    .input(z.object({ studentId: z.string() }))
    .output(messageAnswer)
    .mutation(({ ctx, input }) => takeFromStudent(ctx.app, ctx.scope, ctx.actor, input.id, input.studentId)),
  groups: ofAssignment
    .meta({
      rest: { method: 'GET', path: '/tests/assignment/{id}/groups' },
      summary: 'Batches, branches and sections with their sizes, and how many of each have the test',
    })
    .output(studentGroups)
    .query(({ ctx, input }) => findGroups(ctx.app, ctx.scope, input.id)),
  candidates: ofAssignment
    .meta({
      rest: { method: 'GET', path: '/tests/assignment/{id}/candidates' },
      summary: 'The college’s students by name: who has the test, and how far they are',
    })
    .input(candidateQuery)
    .output(candidateList)
    .query(({ ctx, input }) => findCandidates(ctx.app, ctx.scope, input.id, input)),
  assignedStudents: ofAssignment
    .meta({
      rest: { method: 'GET', path: '/tests/assignment/{id}/students' },
      summary: 'The students an assignment is given to',
    })
    .output(assignedStudentIds)
    .query(({ ctx, input }) => findAssignedStudents(ctx.app, input.id)),
})
