import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { codeOf } from '#client/lib/errors.ts'
import { useCollege, useColleges } from '../queries.ts'

interface CollegeSelectProps {
  className?: string | undefined
  /** A college's id; undefined means all. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** So many are offered at once; typing finds the others. */
const offered = 50

/** One college, found by name, code or email: the server searches, there may be thousands. */
export function CollegeSelect({ className, value, onChange }: CollegeSelectProps) {
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), 250)
  const chosen = useCollege(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Deleted college' : chosen.data?.college.name
  // The box holds the chosen name until something else is typed: that is not what to search for.
  const search = typed === name ? '' : typed
  const { data, isFetching } = useColleges({ search, limit: offered })
  const options = (data?.colleges ?? []).map((college) => ({ value: college.id, label: college.name }))
  if (value !== undefined && name !== undefined && !options.some((option) => option.value === value))
    options.unshift({ value, label: name })

  return (
    <Select
      className={className}
      aria-label="College"
      placeholder="All colleges"
      data={options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No college matches'}
      clearButtonProps={{ 'aria-label': 'All colleges' }}
    />
  )
}
