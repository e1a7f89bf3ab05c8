import { useMemo } from 'react'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
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
  /** Students per view under the other filters. */
  counts: Record<LiveViewName | 'all', number>
  value: Filters
  /** '' takes a filter away. */
  onChange: (patch: Partial<Record<keyof Filters, string>>) => void
}

export function LiveFilters({ students, counts, value, onChange }: LiveFiltersProps) {
  const { view, batch, branch, section, search } = value
  const groups = useMemo(() => groupsOf(students, { batch, branch }), [students, batch, branch])
  const isFiltered = Boolean(view ?? batch ?? branch ?? section ?? search)
  return (
    <>
      <div className={classes.views}>
        <ChoiceChips
          label="Students"
          choices={[
            { value: undefined, label: 'All', count: counts.all },
            ...liveViews.map((name) => ({ value: name, label: viewLabels[name], count: counts[name] })),
          ]}
          value={view}
          onChange={(next) => onChange({ view: next ?? '' })}
        />
      </div>
      <FilterBar
        search={{
          value: search ?? '',
          onChange: (text) => onChange({ search: text }),
          placeholder: 'Search by name, email or roll number',
        }}
        {...(isFiltered && {
          onClear: () => onChange({ view: '', batch: '', branch: '', section: '', search: '' }),
        })}
      >
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
          value={section}
          options={groups.sections}
          onChange={(next) => onChange({ section: next ?? '' })}
        />
      </FilterBar>
    </>
  )
}
