import { codeOf } from '#client/lib/errors.ts'
import { mostOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import { useCollege, useColleges } from '../queries.ts'

interface CollegeSelectProps {
  className?: string | undefined
  /** College id; undefined means all. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Selects a college by name, code or email. */
export function CollegeSelect({ className, value, onChange }: CollegeSelectProps) {
  const chosen = useCollege(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Deleted college' : chosen.data?.college.name
  const typed = useTypedSearch(name)
  const { data, isFetching } = useColleges({ search: typed.search, limit: mostOptions })
  return (
    <SearchSelect
      className={className}
      label="College"
      all="All colleges"
      value={value}
      name={name}
      onChange={onChange}
      typed={typed}
      options={(data?.colleges ?? []).map((college) => ({ value: college.id, label: college.name }))}
      searching={isFetching}
      nothingFound="No college matches"
    />
  )
}
