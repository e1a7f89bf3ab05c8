import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { searchOf } from '#client/lib/list-params.ts'
import { listViews, useListView } from '#client/lib/list-view.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ViewSwitch } from '#client/ui/view-switch.tsx'
import { difficulties, subjects, type TestType, testTimings, testTypes } from '#shared/tests/tests.schema.ts'
import { typeLabels } from '../model/type-labels.ts'
import type { TestCounts } from '../queries.ts'
import classes from './tests.module.css'

/** The list's facets, by their names in the URL. */
const facets = ['type', 'subject', 'difficulty', 'timing'] as const
type Facet = (typeof facets)[number]
type Filters = { [Name in Facet | 'search' | 'sort']?: string | undefined }

interface TestFiltersProps {
  /** Number of tests for each facet value; undefined while loading. */
  counts: TestCounts | undefined
  value: Filters
  /** '' removes a filter. */
  onChange: (patch: { [Name in Facet | 'search' | 'sort']?: string }) => void
}

const noFilters = { type: '', subject: '', difficulty: '', timing: '', search: '' }

/** The list's search, sort order and view in one row, above collapsible facets with counts. */
export function TestFilters({ counts, value, onChange }: TestFiltersProps) {
  const id = useId()
  const [view, changeView] = useListView()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const open = view.filters ?? !phone
  const active = facets.filter((name) => value[name] !== undefined)
  return (
    <>
      <FilterBar search={searchOf(value, onChange, 'Search tests by name')}>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          rightSection={active.length > 0 && <Badge size="sm">{active.length}</Badge>}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => changeView({ filters: !open })}
        >
          Filters
        </Button>
        <FilterSelect
          label="Sort"
          all="Recent first"
          value={value.sort === 'recent' ? undefined : value.sort}
          options={[
            { value: 'name', label: 'Name A–Z' },
            { value: 'upcoming', label: 'Upcoming first' },
          ]}
          onChange={(sort) => onChange({ sort: sort ?? '' })}
        />
        {(active.length > 0 || value.search) && (
          <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        )}
        <ViewSwitch views={listViews} />
      </FilterBar>
      <Box mb="md" py={10} px="md" id={id} hidden={!open} className={`card ${classes.panel}`}>
        {facets.map((name) => (
          <FacetRow key={name} name={name} counts={counts} value={value[name]} onChange={onChange} />
        ))}
      </Box>
      {!open && active.length > 0 && (
        <Group component="ul" gap={6} align="stretch" mb="md" aria-label="Filtered by">
          {active.map((name) => (
            <li key={name}>
              <Button
                variant="light"
                size="compact-sm"
                rightSection={<IconX size={13} aria-hidden />}
                aria-label={`Remove filter: ${labelOf(name, value[name])}`}
                onClick={() => onChange({ [name]: '' })}
              >
                {labelOf(name, value[name])}
              </Button>
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

const labelOf = (name: Facet, value = '') => (name === 'type' ? (typeLabels[value as TestType] ?? value) : value)

interface FacetRowProps extends Pick<TestFiltersProps, 'counts' | 'onChange'> {
  name: Facet
  value: string | undefined
}

const titles: Record<Facet, string> = { type: 'Type', subject: 'Subject', difficulty: 'Difficulty', timing: 'Timing' }
const valuesOf = { type: testTypes, subject: subjects, difficulty: difficulties, timing: testTimings } as const
const countsOf = ({ counts, subjects, difficulties, timings }: TestCounts): Record<Facet, Record<string, number>> => ({
  type: counts,
  subject: subjects,
  difficulty: difficulties,
  timing: timings,
})

/** One facet: a choice of all values or a single value, each with the number of matching tests. */
function FacetRow({ name, counts, value, onChange }: FacetRowProps) {
  const known = counts && countsOf(counts)[name]
  return (
    <Group gap="sm" wrap="nowrap" align="baseline" miw={0} className={classes.facet}>
      <Text flex={{ base: 'none', sm: '0 0 64px' }} span inherit c="dimmed" fz="xs" fw={550} aria-hidden>
        {titles[name]}
      </Text>
      <ChoiceChips
        label={titles[name]}
        size="sm"
        choices={[
          {
            value: undefined,
            label: name === 'subject' ? 'All subjects' : 'All',
            count: known && Object.values(known).reduce((sum, count) => sum + count, 0),
          },
          ...valuesOf[name].map((one) => ({ value: one as string, label: labelOf(name, one), count: known?.[one] })),
        ]}
        value={value}
        onChange={(next) => onChange({ [name]: next ?? '' })}
      />
    </Group>
  )
}
