import { router } from '#server/trpc/init.ts'
import { collegeAdmin, faculty, masterAdmin, student } from '#server/trpc/procedures.ts'
import {
  assignedColleges,
  assignedCount,
  assignedStudentIds,
  assignmentAnswer,
  assignmentFilter,
  collegeAssignmentList,
  collegesForm,
  decisionForm,
  facultyTestList,
  studentAssignmentList,
  studentsAssigned,
  studentsForm,
} from '#shared/assignments/schema.ts'
import { byId } from '#shared/schema.ts'
import {
  assignToColleges,
  assignToStudents,
  decideAssignment,
  findAssignedColleges,
  findAssignedStudents,
  findCollegeAssignments,
  findFacultyTests,
  findStudentAssignments,
  requireAssignableTest,
  requireAssignment,
} from './service.ts'

/** Names the assignment before its form is looked at: another college's is a 404 whatever is sent. */
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
    .mutation(({ ctx, input }) => decideAssignment(ctx.app, ctx.scope, ctx.actor, input.id, input.status)),
  assignStudents: ofAssignment
    .meta({
      rest: { method: 'POST', path: '/tests/assignment/{id}/assign-students' },
      summary: 'Give an accepted test to students',
    })
    .input(studentsForm)
    .output(studentsAssigned)
    .mutation(({ ctx, input }) => assignToStudents(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  assignedStudents: ofAssignment
    .meta({
      rest: { method: 'GET', path: '/tests/assignment/{id}/students' },
      summary: 'The students an assignment is given to',
    })
    .output(assignedStudentIds)
    .query(({ ctx, input }) => findAssignedStudents(ctx.app, ctx.scope, input.id)),
})
