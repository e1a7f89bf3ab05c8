import { useState } from 'react'
import { type ListParams, useListParams } from '#client/lib/list-params.ts'

const keys = ['batch', 'branch', 'section', 'status', 'sort'] as const
type Params = ListParams<(typeof keys)[number]>

/** Which of a test's students are shown in which order, and how that is changed. */
export type StudentList = readonly [Params, (patch: Partial<Params>) => void]

/** In the URL: for a separate page. */
export const useStudentList = (): StudentList => useListParams(keys)

/** For a dialog: the address has the filters of the list behind it. */
export function useDialogStudentList(): StudentList {
  const [params, setParams] = useState<Params>({ page: 1, limit: 20 })
  return [params, (patch) => setParams((before) => ({ ...before, page: 1, ...patch }))]
}

export const statuses = [
  { value: 'Completed', label: 'Completed' },
  { value: 'Pass', label: 'Passed' },
  { value: 'Fail', label: 'Failed' },
  { value: 'Not Attempted', label: 'Not attempted' },
] as const

/** Filters for table, files and print. */
export const studentFilter = ({ search, batch, branch, section, status }: Params) => ({
  ...{ search, batch, branch, section },
  status: statuses.find(({ value }) => value === status)?.value,
})
export type StudentFilter = ReturnType<typeof studentFilter>
