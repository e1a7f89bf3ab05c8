import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useCollege, useColleges } from '#client/features/colleges/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { maxOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import { type AuditAction, type AuditSubject, auditActions, auditSubjects } from '#shared/audit/audit.schema.ts'
import { actionWords, subjectLabels, subjectOf } from '#shared/audit/sentences.rules.ts'
import classes from './audit.module.css'

export interface AuditFilterValues {
  search: string | undefined
  action: AuditAction | undefined
  subject: AuditSubject | undefined
  /** College id. */
  college: string | undefined
  /** First and last day, as `2026-01-31`. */
  from: string | undefined
  to: string | undefined
}

interface AuditFiltersProps {
  value: AuditFilterValues
  /** '' removes a filter. */
  onChange: (patch: { [K in keyof AuditFilterValues]?: string }) => void
  onClear: (() => void) | undefined
  /** True for readers of several colleges. */
  byCollege: boolean
}

const actionsOf = (subject: AuditSubject) => auditActions.filter((action) => subjectOf(action) === subject)

/** Search, kind, action, college and days of the log, in one row. */
export function AuditFilters({ value, onChange, onClear, byCollege }: AuditFiltersProps) {
  const { action, subject, from, to } = value
  const groups = auditSubjects
    .filter((kind) => subject === undefined || kind === subject)
    .map((kind) => ({
      group: subjectLabels[kind],
      items: actionsOf(kind).map((name) => ({ value: name, label: actionWords[name].label })),
    }))
  const filter = bindFilters(value, onChange)
  const chooseSubject = (next: AuditSubject | undefined) =>
    // An action of another kind would match nothing.
    onChange({ subject: next ?? '', ...(next && action && subjectOf(action) !== next && { action: '' }) })

  return (
    <FilterBar search={{ ...filter('search'), placeholder: 'Search names and emails' }} onClear={onClear}>
      <FilterSelect
        label="Kind"
        all="All but sign-ins"
        value={subject}
        options={auditSubjects.map((kind) => ({ value: kind, label: subjectLabels[kind] }))}
        onChange={(next) => chooseSubject(auditSubjects.find((kind) => kind === next))}
      />
      <NativeSelect
        flex={{ base: '1 1 40%', sm: '1 1 120px' }}
        maw={{ base: 'none', sm: 190 }}
        aria-label="Action"
        data={[{ value: '', label: 'All actions' }, ...groups]}
        value={action ?? ''}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      {byCollege && <CollegeSelect {...filter('college')} />}
      <DateRange from={from} to={to} onChange={(range) => onChange({ from: range.from ?? '', to: range.to ?? '' })} />
    </FilterBar>
  )
}

/** Selects a college by name, code or email. @param value its id; undefined means all */
function CollegeSelect({ value, onChange }: Pick<ComponentProps<typeof SearchSelect>, 'value' | 'onChange'>) {
  const chosen = useCollege(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Deleted college' : chosen.data?.college.name
  const typed = useTypedSearch(name)
  const { data, isFetching } = useColleges({ search: typed.search, limit: maxOptions })
  return (
    <SearchSelect
      className={classes.college}
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
