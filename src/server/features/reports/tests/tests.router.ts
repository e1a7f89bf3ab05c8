import { downloadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { collegeAdmin, collegeStaff, faculty, masterAdmin } from '#server/trpc/procedures.ts'
import {
  collegeResultsExport,
  collegeTestReport,
  facultyTestPage,
  facultyTestReport,
  facultyTestsQuery,
  masterTestReport,
  pendingOffers,
  platformTestReport,
  testExportQuery,
  testStudents,
  testStudentsQuery,
  testSummary,
  wholeTestStudents,
  wholeTestStudentsQuery,
} from '#shared/reports/tests.schema.ts'
import { byId, pageQuery } from '#shared/schema.ts'
import { exportTestStudents } from '../reports.exports.ts'
import {
  exportMasterReport,
  findFacultyTests,
  findTestStudents,
  findWaitingOffers,
  getCollegeReport,
  getFacultyReport,
  getMasterReport,
  getTestSummary,
  listTestStudents,
  requireAccepted,
  requireTest,
} from './tests.ts'

/** Looks up the test before validating the rest of the query: returns 404 before 400. */
const ofAccepted = (procedure: typeof faculty) =>
  procedure.input(byId).use(lookUp((ctx, id) => requireAccepted(ctx.app, ctx.scope, id)))

/** Results of a test. */
export const testReportsRouter = router({
  master: masterAdmin
    .meta({ rest: 'GET /admin/tests/{id}/report', summary: "Get a test's results across colleges" })
    .input(byId)
    .output(masterTestReport)
    .query(({ ctx, input }) => getMasterReport(ctx.app, input.id)),
  masterAgain: masterAdmin
    .meta({ rest: 'GET /reports/master/test/{id}', summary: "Get a test's results across colleges" })
    .input(byId)
    .output(masterTestReport)
    .query(({ ctx, input }) => getMasterReport(ctx.app, input.id)),
  platform: masterAdmin
    .meta({ summary: "Get a test's results across colleges, with details of the test and the colleges" })
    .input(byId)
    .output(platformTestReport)
    .query(({ ctx, input }) => getMasterReport(ctx.app, input.id)),
  waiting: masterAdmin
    .meta({ summary: 'List pending offers' })
    .input(pageQuery)
    .output(pendingOffers)
    .query(({ ctx, input }) => findWaitingOffers(ctx.app, input)),
  exportMaster: masterAdmin
    .input(byId)
    .use(lookUp((ctx, id) => requireTest(ctx.app, id)))
    .meta({ rest: 'GET /admin/tests/{id}/report/export', summary: "Export a test's results by college" })
    .input(collegeResultsExport)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportMasterReport(ctx.app, input)),
  college: collegeAdmin
    .meta({ rest: 'GET /college/tests/{id}/report', summary: "Get a test's report for the college" })
    .input(byId)
    .output(collegeTestReport)
    .query(({ ctx, input }) => getCollegeReport(ctx.app, ctx.scope, input.id)),
  faculty: faculty
    .meta({ rest: 'GET /faculty/tests/{id}/report', summary: "Get a test's report by question" })
    .input(byId)
    .output(facultyTestReport)
    .query(({ ctx, input }) => getFacultyReport(ctx.app, ctx.scope, input.id)),
  facultyStudents: ofAccepted(faculty)
    .meta({ rest: 'GET /faculty/tests/{id}/students', summary: 'List the students a test is assigned to' })
    .input(wholeTestStudentsQuery)
    .output(wholeTestStudents)
    .query(({ ctx, input }) => listTestStudents(ctx.app, ctx.scope, input)),
  facultyExport: ofAccepted(faculty)
    .meta({ rest: 'GET /faculty/tests/{id}/export', summary: "Export a test's students" })
    .input(testExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportTestStudents(ctx.app, ctx.scope, input)),
  collegeExport: ofAccepted(collegeAdmin)
    .meta({ rest: 'GET /college/tests/{id}/export', summary: "Export a test's students" })
    .input(testExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportTestStudents(ctx.app, ctx.scope, input)),
  list: collegeStaff
    .meta({ summary: "List a page of the college's accepted tests with their statistics" })
    .input(facultyTestsQuery)
    .output(facultyTestPage)
    .query(({ ctx, input }) => findFacultyTests(ctx.app, ctx.scope, input)),
  summary: collegeStaff
    .meta({ summary: "Summarise a test's results in the college" })
    .input(byId)
    .output(testSummary)
    .query(({ ctx, input }) => getTestSummary(ctx.app, ctx.scope, input.id)),
  students: collegeStaff
    .meta({ summary: "List a page of a test's students" })
    .input(testStudentsQuery)
    .output(testStudents)
    .query(({ ctx, input }) => findTestStudents(ctx.app, ctx.scope, input)),
})
