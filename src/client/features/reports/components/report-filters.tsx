import type { useGroupNames } from '#client/features/members/queries.ts'
import { FilterSelect } from '#client/ui/filter-bar.tsx'

export type GroupChoice = { batch?: string | undefined; branch?: string | undefined; section?: string | undefined }

interface ReportGroupFiltersProps {
  names: Pick<ReturnType<typeof useGroupNames>, 'batches' | 'branches' | 'sections'>
  value: GroupChoice
  /** '' removes a filter. */
  onChange: (patch: { batch?: string; branch?: string; section?: string }) => void
  /** True if the branch can be chosen. */
  byBranch?: boolean
}

/** Filters by group of students. */
export const ReportGroupFilters = ({ names, value, onChange, byBranch = true }: ReportGroupFiltersProps) => (
  <>
    <FilterSelect
      label="Batch"
      all="All Batches"
      value={value.batch}
      options={names.batches}
      onChange={(batch) => onChange({ batch: batch ?? '' })}
    />
    {byBranch && (
      <FilterSelect
        label="Branch"
        all="All Branches"
        value={value.branch}
        options={names.branches}
        onChange={(branch) => onChange({ branch: branch ?? '' })}
      />
    )}
    <FilterSelect
      label="Section"
      all="All Sections"
      value={value.section}
      options={names.sections}
      onChange={(section) => onChange({ section: section ?? '' })}
    />
  </>
)
