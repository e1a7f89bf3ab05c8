import { keepPreviousData } from '@tanstack/react-query'
import { timeZone } from '#client/lib/time.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { type OnProgress, usePrintRows } from '#client/ui/use-print-rows.ts'
import type { StudentFilter } from './components/use-student-list.ts'

export type TestReportRow = RouterOutputs['reports']['tests']['list']['tests'][number]
export type TestReportStudent = RouterOutputs['reports']['tests']['students']['students'][number]
export type PerformanceRow = RouterOutputs['reports']['performance']['rows']['performance'][number]
export type PerformanceSummary = RouterOutputs['reports']['performance']['summary']
export type PerformanceTrend = RouterOutputs['reports']['performance']['trend']
export type SectionPerformance = PerformanceSummary['sectionPerformance'][number]
export type StudentOverview = RouterOutputs['reports']['students']['get']
export type AttemptReview = RouterOutputs['reports']['students']['attempt']
export type RecentAttempt = PerformanceSummary['attempts'][number]

/** Polling interval while submissions are being judged or a test is running, in ms. */
const judgingPollMs = 5_000

/**
 * A page of the student's own reports, with totals over all matches. Keeps the previous page while the next one loads.
 */
export const useOwnReports = (query: RouterInputs['reports']['student']['list']) =>
  trpc.reports.student.list.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ pendingCode }) => pendingCode > 0) ? judgingPollMs : false,
  })

export const useOwnPerformance = () => trpc.reports.student.performance.useQuery()

/**
 * A page of the tests that the college accepted, with totals over all matches. Keeps the previous page while the next
 * one loads.
 */
export const useTestReports = (query: RouterInputs['reports']['tests']['list']) =>
  trpc.reports.tests.list.useQuery(query, { placeholderData: keepPreviousData })

/** A test's results in the user's college. */
export const useTestReport = (id: string) => trpc.reports.tests.summary.useQuery({ id })

/** The name of a test in the user's college. Disabled without an id. */
export const useTestName = (id: string | undefined) =>
  trpc.reports.tests.summary.useQuery(
    { id: id ?? '' },
    { enabled: id !== undefined, select: ({ test }) => test.testName },
  )

/** A test's results across all its colleges, for the master admin. */
export const usePlatformTestReport = (id: string) => trpc.reports.tests.platform.useQuery({ id })

/** A test's questions with answers waiting to be marked. */
export const useWaitingAnswers = (id: string) =>
  trpc.marking.overview.useQuery({ id }, { select: ({ questions }) => questions.filter(({ waiting }) => waiting > 0) })

export const useTestItems = (id: string) => trpc.reports.items.get.useQuery({ id })

/** A page of the students to whom a test is assigned. */
export const useTestStudents = (query: RouterInputs['reports']['tests']['students']) =>
  trpc.reports.tests.students.useQuery(query, { placeholderData: keepPreviousData })

/** A test's students for printing, best first. */
export function useTestStudentsForPrint(id: string, filter: StudentFilter) {
  const { client } = trpc.useUtils()
  return usePrintRows(['students of a test', id, filter], async (page) => {
    const { students, pagination } = await client.reports.tests.students.query({ id, ...filter, ...page })
    return { rows: students, total: pagination.total }
  })
}

/** Loads the off-screen parts of a test's report so that the whole report can be printed. */
export function usePaper(id: string, filter: StudentFilter) {
  const { reports } = trpc.useUtils()
  const { load } = useTestStudentsForPrint(id, filter)
  return (onProgress: OnProgress) => Promise.all([reports.items.get.fetch({ id }), load(onProgress)])
}

/** Like `usePaper`, for the master admin's report. */
export function usePlatformPaper(id: string) {
  const { reports } = trpc.useUtils()
  return () => reports.items.get.fetch({ id })
}

/** A page of the college's results, one row per attempt. */
export const useStudentResults = (query: RouterInputs['reports']['results']['list']) =>
  trpc.reports.results.list.useQuery(query, { placeholderData: keepPreviousData })

export const useStudentResultSummary = (filter: RouterInputs['reports']['results']['summary']) =>
  trpc.reports.results.summary.useQuery(filter, { placeholderData: keepPreviousData })

/** Totals for the filtered students, and their latest attempts. */
export const usePerformanceSummary = (filter: RouterInputs['reports']['performance']['summary']) =>
  trpc.reports.performance.summary.useQuery(filter, { placeholderData: keepPreviousData })

/** The average score of the filtered attempts over time. */
export const usePerformanceTrend = (filter: RouterInputs['reports']['performance']['trend']) =>
  trpc.reports.performance.trend.useQuery(filter, { placeholderData: keepPreviousData })

/** One college's totals, score trend and subject averages, for the owner. */
export const useCollegePerformance = (collegeId: string) =>
  trpc.reports.performance.ofCollege.useQuery({ collegeId, timeZone: timeZone() })

export const usePerformanceRows = (query: RouterInputs['reports']['performance']['rows']) =>
  trpc.reports.performance.rows.useQuery(query, { placeholderData: keepPreviousData })

export function usePerformanceForPrint(query: Omit<RouterInputs['reports']['performance']['rows'], 'page' | 'limit'>) {
  const { client } = trpc.useUtils()
  return usePrintRows(['performance', query], async (page) => {
    const { performance, pagination } = await client.reports.performance.rows.query({ ...query, ...page })
    return { rows: performance, total: pagination.total }
  })
}

/** A student's identity and summary, and the progress of running tests. */
export const useStudent = (studentId: string) =>
  trpc.reports.students.get.useQuery(
    { studentId },
    { refetchInterval: ({ state }) => (state.data && state.data.running.length > 0 ? judgingPollMs : false) },
  )

export const useStudentAttempts = (query: RouterInputs['reports']['students']['attempts']) =>
  trpc.reports.students.attempts.useQuery(query, { placeholderData: keepPreviousData })

export function useStudentAttemptsForPrint(
  query: Omit<RouterInputs['reports']['students']['attempts'], 'page' | 'limit'>,
) {
  const { client } = trpc.useUtils()
  return usePrintRows(['attempts of a student', query], async (page) => {
    const { reports, pagination } = await client.reports.students.attempts.query({ ...query, ...page })
    return { rows: reports, total: pagination.total }
  })
}

/** One attempt of a student. Polled while it runs or its submissions are being judged. */
export const useStudentAttempt = (studentId: string, attemptId: string) =>
  trpc.reports.students.attempt.useQuery(
    { studentId, attemptId },
    {
      refetchInterval: ({ state }) => {
        const report = state.data?.report
        return report === null || (report && report.pendingCode > 0) ? judgingPollMs : false
      },
    },
  )

/** A page of the submissions to a coding question in an attempt. */
export const useAttemptSubmissions = (query: RouterInputs['reports']['students']['submissions']) =>
  trpc.reports.students.submissions.useQuery(query, { placeholderData: keepPreviousData })

/** One submitted program with its code. */
export const useAttemptSubmission = (query: RouterInputs['reports']['students']['submission']) =>
  trpc.reports.students.submission.useQuery(query, { select: ({ submission }) => submission })
