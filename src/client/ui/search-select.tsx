import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import classes from './filters.module.css'

/** Maximum number of options listed. Users find the others by typing. */
export const maxOptions = 50

/** State of a `SearchSelect`. @param name the selected option's name, shown until the user types something else */
export function useTypedSearch(name: string | undefined) {
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), 250)
  return { text, setText, search: typed === name ? '' : typed }
}

interface SearchSelectProps {
  className?: string | undefined
  label: string
  /** Label of the option that clears the selection. */
  all: string
  value: string | undefined
  /** Name of the selected option; undefined while loading. */
  name: string | undefined
  onChange: (value: string | undefined) => void
  typed: ReturnType<typeof useTypedSearch>
  options: readonly { value: string; label: string }[]
  searching: boolean
  nothingFound: string
}

/** Selects one of thousands of options, with a search on the server. */
export function SearchSelect(props: SearchSelectProps) {
  const { className, label, all, value, name, onChange, typed, options, searching, nothingFound } = props
  const data = [...options]
  if (value !== undefined && name !== undefined && !data.some((option) => option.value === value))
    data.unshift({ value, label: name })
  return (
    <Select
      allowDeselect
      className={className}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={all}
      data={data}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      clearable
      searchValue={typed.text}
      onSearchChange={typed.setText}
      filter={({ options: found }) => found}
      nothingFoundMessage={searching ? 'Searching…' : nothingFound}
      clearButtonProps={{ 'aria-label': all }}
    />
  )
}
