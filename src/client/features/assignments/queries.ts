import { keepPreviousData } from '@tanstack/react-query'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { maxPageSize } from '#shared/numbers.ts'

export type AssignedTest = RouterOutputs['assignments']['listForCollege']['assignments'][number]
export type FacultyTest = RouterOutputs['assignments']['listForFaculty']['tests'][number]
export type MyTest = RouterOutputs['assignments']['listForStudent']['assignments'][number]
export type PickedStudent = RouterOutputs['members']['students']['students'][number]

/** Colleges that a search finds, at most 200 of them, newest first. */
export const useCollegeSearch = (search: string) =>
  trpc.colleges.list.useQuery(
    { limit: maxPageSize, ...(search && { search }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )

/** The colleges a test is offered to already. */
export const useAssignedColleges = (testId: string) =>
  trpc.assignments.assignedColleges.useQuery({ id: testId }, { select: ({ colleges }) => colleges, staleTime: 0 })

/** What changes elsewhere when an assignment was made, decided or widened. */
function useAssignmentsChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.assignments.invalidate()
    // The author's list counts a test's colleges.
    void utilities.tests.list.invalidate()
  }
}

export const useAssignColleges = () =>
  trpc.assignments.assignColleges.useMutation({ onSuccess: useAssignmentsChanged() })
/** Also after a refusal: somebody else may have decided, and the list should say so. */
export const useDecide = () => trpc.assignments.decide.useMutation({ onSettled: useAssignmentsChanged() })
export const useAssignStudents = () =>
  trpc.assignments.assignStudents.useMutation({ onSuccess: useAssignmentsChanged() })

/** The tests offered to the college. */
export const useCollegeTests = () =>
  trpc.assignments.listForCollege.useQuery({}, { select: ({ assignments }) => assignments })

/** The tests the college accepted. */
export const useFacultyTests = () => trpc.assignments.listForFaculty.useQuery({}, { select: ({ tests }) => tests })

/** How often a list with a running attempt is asked for again, in ms: the server ends attempts by itself. */
const runningPollMs = 30_000

/** The student's tests, and how far the server's clock is ahead of this device's (`offset`, ms). */
export function useMyTests() {
  const query = trpc.assignments.listForStudent.useQuery(
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.assignments.some(({ inProgress }) => inProgress) ? runningPollMs : false,
    },
  )
  const { data, dataUpdatedAt } = query
  return { ...query, offset: data ? Date.parse(data.serverTime) - dataUpdatedAt : 0 }
}

/** Everybody an assignment can be given to, and who has it already. */
export function useStudentChoice(assignmentId: string) {
  const students = trpc.members.students.useQuery({}, { select: (answer) => answer.students })
  const assigned = trpc.assignments.assignedStudents.useQuery({ id: assignmentId }, { staleTime: 0 })
  return {
    students: students.data,
    assignedIds: assigned.data?.studentIds,
    error: students.error ?? assigned.error,
    retry: () => {
      void students.refetch()
      void assigned.refetch()
    },
  }
}

/** The branches, batches and sections to choose from; empty until they are known. */
export function useStudentGroups() {
  const branches = trpc.members.branches.useQuery()
  const batches = trpc.members.batches.useQuery()
  const sections = trpc.members.sections.useQuery()
  return {
    branches: branches.data?.branches ?? [],
    batches: batches.data?.batches ?? [],
    sections: sections.data?.sections ?? [],
  }
}
