import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import classes from './filters.module.css'

interface FilterBarProps {
  search?: { value: string | undefined; onChange: (value: string) => void; placeholder: string }
  /** `ChoiceChips` and selects, usually `FilterSelect`. */
  children?: ReactNode
  /** Clears every filter. Without it, there is no button. */
  onClear?: (() => void) | undefined
  clearLabel?: string
}

/** One row of filters at 1440 px. On a phone it wraps, and the search and chips take a full line each. */
export function FilterBar({ search, children, onClear, clearLabel = 'Clear' }: FilterBarProps) {
  return (
    <Group component="search" gap="xs" align="stretch" className={classes.bar}>
      {search && <SearchInput {...search} />}
      {children}
      {onClear && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          aria-label={clearLabel === 'Clear' ? 'Clear filters' : clearLabel}
          onClick={onClear}
        >
          {clearLabel}
        </Button>
      )}
    </Group>
  )
}

interface SearchInputProps extends NonNullable<FilterBarProps['search']> {
  /** True to fill the line, above a list. */
  wide?: boolean
}

/** A search box that reports its text 300 ms after the last keystroke. */
export function SearchInput({ value = '', onChange, placeholder, wide = false }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  // Show a value that was changed elsewhere (Back, Clear).
  if (value !== reported) {
    setReported(value)
    setText(value)
  }
  const report = useEffectEvent((next: string) => {
    setReported(next)
    onChange(next)
  })
  useEffect(() => {
    const next = text.trim()
    if (next === reported) return
    const timer = setTimeout(() => report(next), 300)
    return () => clearTimeout(timer)
  }, [text, reported])
  return (
    <TextInput
      className={classes.search}
      {...(wide && { maw: 'none', mb: 'xs' })}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear search" onClick={() => setText('')} tabIndex={-1} />
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

/**
 * Binds filters to a list's parameters, where '' removes one:
 *
 *     const filter = bindFilters({ search, type }, setParams)
 *     <FilterSelect label="Type" all="All types" options={types} {...filter('type')} />
 */
export const bindFilters =
  <Values extends object>(values: Values, change: (patch: { [K in keyof Values]?: string }) => void) =>
  <Key extends keyof Values>(key: Key) => ({
    value: values[key],
    onChange: (next: string | undefined) => change({ [key]: next ?? '' } as { [K in keyof Values]?: string }),
  })

interface FilterSelectProps {
  /** Read by screen readers: `Subject`. */
  label: string
  /** Label for no filter: `All Subjects`. */
  all: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly (string | { value: string; label: string })[]
}

/** One filter with an "all" choice. A native select works best on phones and needs no popover code. */
export function FilterSelect({ label, all, value, onChange, options }: FilterSelectProps) {
  const data = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
  // Keep showing a filter from an old link, even if nothing matches it any more.
  if (value !== undefined && !data.some((option) => option.value === value)) data.push({ value, label: value })
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
