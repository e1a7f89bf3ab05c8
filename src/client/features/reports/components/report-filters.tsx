import type { useGroupNames } from '#client/features/members/queries.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { type bindFilters, FilterSelect } from '#client/ui/filter-bar.tsx'
import { subjects, testTypes } from '#shared/tests/tests.schema.ts'

type Bound<Key extends string> = ReturnType<typeof bindFilters<{ [K in Key]: string | undefined }>>

interface ReportGroupFiltersProps {
  names: Pick<ReturnType<typeof useGroupNames>, 'batches' | 'branches' | 'sections'>
  filter: Bound<'batch' | 'branch' | 'section'>
  /** True if the branch can be chosen. */
  byBranch?: boolean
}

export const ReportGroupFilters = ({ names, filter, byBranch = true }: ReportGroupFiltersProps) => (
  <>
    <FilterSelect label="Batch" all="All Batches" options={names.batches} {...filter('batch')} />
    {byBranch && <FilterSelect label="Branch" all="All Branches" options={names.branches} {...filter('branch')} />}
    <FilterSelect label="Section" all="All Sections" options={names.sections} {...filter('section')} />
  </>
)

interface TestKindFiltersProps {
  filter: Bound<'type' | 'subject'>
  /** Labels of the options for all types and all subjects. */
  all: readonly [types: string, subjects: string]
}

export const TestKindFilters = ({ filter, all }: TestKindFiltersProps) => (
  <>
    <FilterSelect
      label="Type"
      all={all[0]}
      options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
      {...filter('type')}
    />
    <FilterSelect label="Subject" all={all[1]} options={subjects} {...filter('subject')} />
  </>
)

/** The chosen type and subject. Ignores invalid values from an old or mistyped link. */
export const testKindOf = ({ type, subject }: { type?: string; subject?: string }) => ({
  testType: testTypes.find((known) => known === type),
  subject: subjects.find((known) => known === subject),
})
