import { windowOf } from '#client/features/tests/model/window-clock.ts'
import { timingOf } from '#shared/attempts/rules.ts'
import { paginate } from '#shared/schema.ts'
import type { TestSummary } from '#shared/tests/schema.ts'

interface Filters {
  type?: string | undefined
  subject?: string | undefined
  timing?: string | undefined
  search?: string | undefined
}

type Listed = Pick<TestSummary, 'testName' | 'testType' | 'subject' | 'startDateTime' | 'endDateTime'>

/** Whether a test passes the filters of a list that is held whole by the browser. @param now ms UTC */
export function passes(test: Listed, filters: Filters, now: number): boolean {
  const { type, subject, timing, search } = filters
  return (
    (type === undefined || test.testType === type) &&
    (subject === undefined || test.subject === subject) &&
    (timing === undefined || timingOf(windowOf(test), now) === timing) &&
    (search === undefined || test.testName.toLowerCase().includes(search.trim().toLowerCase()))
  )
}

const pageSize = 50

/** One page of such a list, in the shape of the server's paged ones. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const pagination = paginate({ page, limit: pageSize }, rows.length)
  // A filter may have left fewer pages than the link names.
  const shown = Math.min(page, pagination.totalPages)
  return {
    rows: rows.slice((shown - 1) * pageSize, shown * pageSize),
    pagination: { ...pagination, page: shown },
  }
}
