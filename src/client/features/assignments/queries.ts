import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { withOffset } from '#client/lib/clock.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type CollegeTest = RouterOutputs['assignments']['collegeTests']['tests'][number]
export type FacultyTest = RouterOutputs['assignments']['listForFaculty']['tests'][number]
export type MyTest = RouterOutputs['assignments']['listForStudent']['assignments'][number]
export type Candidate = RouterOutputs['assignments']['candidates']['students'][number]
export type TimeChange = RouterOutputs['attempts']['timeChanges']['changes'][number]
export type CheckedReceipt = RouterOutputs['attempts']['checkReceipt']['receipt']
export type StudentsForm = Omit<RouterInputs['assignments']['assignStudents'], 'id'>

/** Refreshes every list that shows assignments. */
function useAssignmentsChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.assignments.invalidate()
    // The author's list includes the number of colleges per test.
    void utilities.tests.list.invalidate()
  }
}

/** Also refreshes after a failure, because somebody else may have accepted or rejected it already. */
export const useDecide = () => trpc.assignments.decide.useMutation({ onSettled: useAssignmentsChanged() })
export const useUndoRejection = () => trpc.assignments.undoRejection.useMutation({ onSettled: useAssignmentsChanged() })
export const useAssignStudents = () =>
  trpc.assignments.assignStudents.useMutation({ onSuccess: useAssignmentsChanged() })
export const useReleaseResults = () =>
  trpc.assignments.releaseResults.useMutation({ onSettled: useAssignmentsChanged() })
/** Also refreshes after a failure, because the student may have started in the meantime. */
export const useUnassignStudent = () =>
  trpc.assignments.takeFromStudent.useMutation({ onSettled: useAssignmentsChanged() })

/** A page of all tests with the college's status for each. Keeps the previous page while the next one loads. */
export const useCollegeTests = (query: RouterInputs['assignments']['collegeTests'], refetchInterval?: number) =>
  withOffset(
    trpc.assignments.collegeTests.useQuery(query, {
      placeholderData: keepPreviousData,
      ...(refetchInterval && { refetchInterval }),
    }),
  )

/** The tests that the college accepted. */
export const useFacultyTests = () => trpc.assignments.listForFaculty.useQuery({}, { select: ({ tests }) => tests })

/** Polling interval while an attempt runs, in ms, because the server may auto-submit it. */
const runningPollMs = 30_000

/** The student's tests, and the server clock's offset from the device clock (`offset`, ms). */
export const useMyTests = () =>
  withOffset(
    trpc.assignments.listForStudent.useQuery(
      {},
      {
        refetchInterval: ({ state }) =>
          state.data?.assignments.some(({ inProgress }) => inProgress) ? runningPollMs : false,
      },
    ),
  )

/** The college's student groups, each with the number of students who have the test. */
export const useStudentGroups = (id: string) =>
  trpc.assignments.groups.useQuery({ id }, { select: ({ groups }) => groups, staleTime: 0 })

/** A page of students who match a search. `assigned` selects only students who have the test, or only the others. */
export const useCandidates = (id: string, query: Omit<RouterInputs['assignments']['candidates'], 'id'>) =>
  trpc.assignments.candidates.useQuery({ id, ...query }, { placeholderData: keepPreviousData, staleTime: 0 })

/** The number of students a form selects. Sends the form in the body, because a list of ids is too long for a URL. */
export function useSelectedStudentCount(id: string, form: StudentsForm, enabled: boolean) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['matchingStudents', id, form],
    queryFn: () => client.assignments.previewStudents.mutate({ id, ...form }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    enabled,
  })
}

/** Time changes for an assignment's students, or for one of them. */
export const useTimeChanges = (id: string, studentId?: string) =>
  trpc.attempts.timeChanges.useQuery({ id, studentId }, { select: ({ changes }) => changes, staleTime: 0 })

function useClocksChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.attempts.timeChanges.invalidate()
    void utilities.assignments.invalidate()
  }
}
export const useGiveExtraTime = () => trpc.attempts.giveExtraTime.useMutation({ onSuccess: useClocksChanged() })
export const useReopen = () => trpc.attempts.reopen.useMutation({ onSettled: useClocksChanged() })

export const useMoveAttempt = () => trpc.attempts.moveAttempt.useMutation()
export const useSetNetworkException = () => trpc.attempts.setNetworkException.useMutation()

/**
 * The number of students who may have seen the answer key, checked before they get more time. Sends the form in a
 * request body, like `useSelectedStudentCount`.
 */
export function useKeyExposure(form: RouterInputs['attempts']['keyExposure']) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['keyExposure', form],
    queryFn: () => client.attempts.keyExposure.mutate(form),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

export const useViolations = (id: string, studentId: string) =>
  trpc.attempts.violations.useQuery({ id, studentId }, { select: ({ violations }) => violations, staleTime: 0 })

/** Polling interval for the tests under way, in ms. */
const liveTestsPollMs = 10_000

/** The tests under way, and the server clock's offset from the device clock (`offset`, ms). */
export const useLiveTests = () =>
  withOffset(trpc.attempts.liveTests.useQuery(undefined, { refetchInterval: liveTestsPollMs }))

export const useReceipt = (code: string) =>
  trpc.attempts.checkReceipt.useQuery({ code }, { select: ({ receipt }) => receipt, staleTime: 0, gcTime: 0 })
