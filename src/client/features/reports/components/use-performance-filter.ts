import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { timeZone } from '#client/lib/time.ts'
import { appliedDays, daysText } from '#client/ui/day-range.ts'
import { performanceSorts } from '#shared/reports/performance.schema.ts'
import { subjects } from '#shared/tests/tests.schema.ts'
import { useTestName } from '../queries.ts'

const filterKeys = ['batch', 'branch', 'section', 'from', 'to', 'subject', 'test'] as const
const keys = [...filterKeys, 'sort'] as const
const none = { batch: '', branch: '', section: '', from: '', to: '', subject: '', test: '' }

/** URL state of Performance Reports: filters and the order of attempts. */
export function usePerformanceFilter() {
  const isFaculty = useUser().role === 'faculty'
  const [params, setParams] = useListParams(keys)
  const { batch, section, test: testId, page, limit, search } = params
  // A link from an admin must not filter by something that faculty cannot see or clear.
  const branch = isFaculty ? undefined : params.branch
  const subject = subjects.find((known) => known === params.subject)
  const days = appliedDays(params.from, params.to)
  const testName = useTestName(testId).data
  const query = { batch, branch, section, startDate: days.from, endDate: days.to, subject, testId }
  return {
    isFaculty,
    /** Values of the fields, even while the dates are not in order. */
    shown: { ...params, branch, subject },
    chosen: Object.values(query).filter(Boolean).length - (days.from && days.to ? 1 : 0),
    /** The filters in words, for print. */
    words: [batch, branch, section, (days.from || days.to) && daysText(days), subject, testName].filter(Boolean),
    query: { ...query, timeZone: timeZone() },
    list: { page, limit, search, sort: performanceSorts.find((known) => known === params.sort) },
    setParams,
    clear: () => setParams({ ...none, search: '' }),
  }
}
export type PerformanceFilter = ReturnType<typeof usePerformanceFilter>
