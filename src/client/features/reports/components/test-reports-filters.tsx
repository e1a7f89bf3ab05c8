import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { subjects, type TestType, testTypes } from '#shared/tests/tests.schema.ts'

type Subject = (typeof subjects)[number]

interface TestReportsFiltersProps {
  /** Number of tests of each kind; undefined while loading. */
  counts: RouterOutputs['reports']['tests']['list']['counts'] | undefined
  type: TestType | undefined
  subject: Subject | undefined
  search: string | undefined
  /** '' removes a filter. */
  onChange: (patch: { type?: string; subject?: string; search?: string }) => void
  onClear: (() => void) | undefined
}

/** Category, subject and search. Each category and subject shows how many tests it matches. */
export function TestReportsFilters({ counts, type, subject, search, onChange, onClear }: TestReportsFiltersProps) {
  const countOf = (ofType: TestType | undefined, ofSubject: Subject | undefined) =>
    counts
      ?.filter((kind) => (!ofType || kind.testType === ofType) && (!ofSubject || kind.subject === ofSubject))
      .reduce((sum, { tests }) => sum + tests, 0)
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count.toLocaleString()})`
  return (
    <FilterBar
      search={{
        value: search ?? '',
        onChange: (text) => onChange({ search: text }),
        placeholder: 'Search tests by name',
      }}
      onClear={onClear}
    >
      <ChoiceChips
        label="Category"
        choices={[
          { value: undefined, label: 'All', count: countOf(undefined, subject) },
          ...testTypes.map((value) => ({ value, label: typeLabels[value], count: countOf(value, subject) })),
        ]}
        value={type}
        onChange={(next) => onChange({ type: next ?? '' })}
      />
      <FilterSelect
        label="Subject"
        all={counted('All subjects', countOf(type, undefined))}
        value={subject}
        options={subjects.map((value) => ({ value, label: counted(value, countOf(type, value)) }))}
        onChange={(next) => onChange({ subject: next ?? '' })}
      />
    </FilterBar>
  )
}
