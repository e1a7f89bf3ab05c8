import { known } from '#client/lib/known.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { withParents } from '#shared/bank/bank.rules.ts'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import { questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import { type BankFilter, useBankTags, useBankTopics } from '../../bank-queries.ts'

const noFilter: BankFilter = {
  search: undefined,
  type: undefined,
  subject: undefined,
  topic: undefined,
  difficulty: undefined,
  tag: undefined,
}

export const isFiltered = (filter: BankFilter) => Object.values(filter).some(Boolean)

interface BankFiltersProps {
  filter: BankFilter
  onChange: (change: BankFilter) => void
}

/** Search and filters for the bank. */
export function BankFilters({ filter, onChange }: BankFiltersProps) {
  const { search, type, subject, topic, difficulty, tag } = filter
  const topics = useBankTopics().filter((one) => one.topic !== '' && (!subject || one.subject === subject))
  const tags = useBankTags()
  return (
    <FilterBar
      search={{
        value: search,
        onChange: (text) => onChange({ search: text || undefined }),
        placeholder: 'Search questions',
      }}
      onClear={isFiltered(filter) ? () => onChange(noFilter) : undefined}
    >
      <FilterSheet chosen={[type, subject, topic, difficulty, tag].filter(Boolean).length}>
        <FilterSelect
          label="Type"
          all="All types"
          value={type}
          options={questionTypeNames.map((value) => ({ value, label: questionTypeLabels[value] }))}
          onChange={(next) => onChange({ type: known(questionTypeNames, next) })}
        />
        <FilterSelect
          label="Subject"
          all="All subjects"
          value={subject}
          options={subjects}
          onChange={(next) => onChange({ subject: known(subjects, next), topic: undefined })}
        />
        <FilterSelect
          label="Topic"
          all="All topics"
          value={topic}
          options={withParents(topics.map((one) => one.topic))}
          onChange={(next) => onChange({ topic: next })}
        />
        <FilterSelect
          label="Difficulty"
          all="All levels"
          value={difficulty}
          options={difficulties}
          onChange={(next) => onChange({ difficulty: known(difficulties, next) })}
        />
        <FilterSelect
          label="Tag"
          all="All tags"
          value={tag}
          options={tags.map((one) => one.tag)}
          onChange={(next) => onChange({ tag: next })}
        />
      </FilterSheet>
    </FilterBar>
  )
}
