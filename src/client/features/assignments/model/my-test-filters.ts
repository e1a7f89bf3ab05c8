import type { MyTestStatus, Placed } from './my-test-order.ts'

/** Statuses in filter order, each with its value in `?status=`. */
export const myTestStatuses = [
  { value: 'in-progress', status: 'In progress' },
  { value: 'available', status: 'Available' },
  { value: 'upcoming', status: 'Upcoming' },
  { value: 'completed', status: 'Completed' },
  { value: 'expired', status: 'Expired' },
] as const satisfies { value: string; status: MyTestStatus }[]

export interface MyTestFilters {
  search?: string | undefined
  status?: string | undefined
  type?: string | undefined
  subject?: string | undefined
}

const nameOf = (status: MyTestStatus) => myTestStatuses.find((one) => one.status === status)?.value

/** Every search word must occur in the name, subject, company or description. */
function matchesWords({ assignment: { testId: test } }: Placed, search: string): boolean {
  const text = [test.testName, test.subject, test.companyName, test.testDescription].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const filter = (placed: readonly Placed[], { search, status, type, subject }: MyTestFilters) =>
  placed.filter(
    (one) =>
      (status === undefined || nameOf(one.status) === status) &&
      (type === undefined || one.assignment.testId.testType === type) &&
      (subject === undefined || one.assignment.testId.subject === subject) &&
      (search === undefined || matchesWords(one, search)),
  )

function tally(tests: readonly Placed[], keyOf: (one: Placed) => string | undefined) {
  const counts = new Map<string | undefined, number>()
  for (const one of tests) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

/** The tests that match all filters, and the counts per status and type. A count ignores its own filter. */
export function filterMyTests(placed: readonly Placed[], filters: MyTestFilters) {
  const ofAnyStatus = filter(placed, { ...filters, status: undefined })
  const ofAnyType = filter(placed, { ...filters, type: undefined })
  return {
    shown: filter(placed, filters),
    statuses: tally(ofAnyStatus, ({ status }) => nameOf(status)),
    types: tally(ofAnyType, ({ assignment }) => assignment.testId.testType),
    ofAnyStatus: ofAnyStatus.length,
    ofAnyType: ofAnyType.length,
  }
}
