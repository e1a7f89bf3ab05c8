import { windowOf } from '#client/features/tests/model/window-clock.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { TestSummary } from '#shared/tests/tests.schema.ts'

interface Filters {
  type?: string | undefined
  subject?: string | undefined
  timing?: string | undefined
  search?: string | undefined
}

type Listed = Pick<TestSummary, 'testName' | 'testType' | 'subject' | 'startDateTime' | 'endDateTime'>

/** True if a test matches the filters. For lists that are loaded in full. @param now ms UTC */
export function passes(test: Listed, filters: Filters, now: number): boolean {
  const { type, subject, timing, search } = filters
  return (
    (type === undefined || test.testType === type) &&
    (subject === undefined || test.subject === subject) &&
    (timing === undefined || timingOf(windowOf(test), now) === timing) &&
    (search === undefined || test.testName.toLowerCase().includes(search.trim().toLowerCase()))
  )
}
