import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import type { LiveRow } from '../../model/live-feed.ts'
import {
  type LiveFilters as Filters,
  groupsOf,
  type LiveViewName,
  liveViews,
  viewLabels,
} from '../../model/live-rows.ts'
import classes from './live.module.css'

interface LiveFiltersProps {
  students: readonly LiveRow[]
  /** Number of students per view, with the other filters applied. */
  counts: Record<LiveViewName | 'all', number>
  value: Filters
  /** An empty string removes a filter. */
  onChange: (patch: Partial<Record<keyof Filters, string>>) => void
}

/** Search, view and group filters in one row. */
export function LiveFilters({ students, counts, value, onChange }: LiveFiltersProps) {
  const { view, batch, branch, section, search } = value
  const filter = bindFilters({ view, search }, onChange)
  const isFiltered = Boolean(view ?? batch ?? branch ?? section ?? search)
  return (
    <FilterBar
      search={{ ...filter('search'), placeholder: 'Search students' }}
      {...(isFiltered && {
        onClear: () => onChange({ view: '', batch: '', branch: '', section: '', search: '' }),
      })}
    >
      <ChoiceChips
        label="Students"
        choices={[
          { value: undefined, label: 'All', count: counts.all },
          ...liveViews.map((name) => ({ value: name, label: viewLabels[name], count: counts[name] })),
        ]}
        {...filter('view')}
      />
      <GroupFilter students={students} value={value} onChange={onChange} />
    </FilterBar>
  )
}

/** Batch, branch and section filters behind one button that shows the selection. */
function GroupFilter({ students, value, onChange }: Omit<LiveFiltersProps, 'counts'>) {
  const { batch, branch, section } = value
  const groups = useMemo(() => groupsOf(students, { batch, branch }), [students, batch, branch])
  const chosen = [batch, branch, section].filter(Boolean).join(' · ')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {chosen || 'All groups'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Groups" className={classes.groups}>
        <FilterSelect
          label="Batch"
          all="All batches"
          value={batch}
          options={groups.batches}
          onChange={(next) => onChange({ batch: next ?? '', branch: '', section: '' })}
        />
        <FilterSelect
          label="Branch"
          all="All branches"
          value={branch}
          options={groups.branches}
          onChange={(next) => onChange({ branch: next ?? '', section: '' })}
        />
        <FilterSelect
          label="Section"
          all="All sections"
          options={groups.sections}
          {...bindFilters({ section }, onChange)('section')}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
