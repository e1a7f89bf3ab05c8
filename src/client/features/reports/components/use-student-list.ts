import { useState } from 'react'
import { type ListParams, useListParams } from '#client/lib/list-params.ts'

const keys = ['batch', 'branch', 'section', 'status', 'sort'] as const
type Params = ListParams<(typeof keys)[number]>

/** Filters and order of a test's students, and a function to change them. */
export type StudentList = readonly [Params, (patch: Partial<Params>) => void]

/** State for a page, kept in the URL. */
export const useStudentList = (): StudentList => useListParams(keys)

/** State for a dialog, kept locally because the URL contains the filters of the list behind it. */
export function useDialogStudentList(): StudentList {
  const [params, setParams] = useState<Params>({ page: 1, limit: 20 })
  return [params, (patch) => setParams((before) => ({ ...before, page: 1, ...patch }))]
}

export const statuses = [
  { value: 'Completed', label: 'Completed' },
  { value: 'Pass', label: 'Passed' },
  { value: 'Fail', label: 'Failed' },
  { value: 'Being Marked', label: 'Being marked' },
  { value: 'Not Attempted', label: 'Not attempted' },
] as const

/** The filters, shared by the table, the exports and the printed report. */
export const studentFilter = ({ search, batch, branch, section, status }: Params) => ({
  ...{ search, batch, branch, section },
  status: statuses.find(({ value }) => value === status)?.value,
})
export type StudentFilter = ReturnType<typeof studentFilter>
