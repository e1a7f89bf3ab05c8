import { codeOf } from '#client/lib/errors.ts'
import { mostOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import type { subjects } from '#shared/tests/tests.schema.ts'
import { useTestName, useTestReports } from '../queries.ts'

interface TestSelectProps {
  className?: string | undefined
  /** Test id; undefined means all. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers only tests of this subject. */
  subject: (typeof subjects)[number] | undefined
}

/** Selects a test that the college accepted, by name. */
export function TestSelect({ className, value, onChange, subject }: TestSelectProps) {
  const chosen = useTestName(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Unknown test' : chosen.data
  const typed = useTypedSearch(name)
  const { data, isFetching } = useTestReports({ search: typed.search, subject, limit: mostOptions })
  return (
    <SearchSelect
      className={className}
      label="Test"
      all="All Tests"
      value={value}
      name={name}
      onChange={onChange}
      typed={typed}
      options={(data?.tests ?? []).map(({ testId }) => ({ value: testId.id, label: testId.testName }))}
      searching={isFetching}
      nothingFound="No test matches"
    />
  )
}
