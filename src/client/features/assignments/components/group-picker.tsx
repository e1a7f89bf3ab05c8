import { Group, MultiSelect, SimpleGrid, Text } from '@mantine/core'
import type { StudentGroup } from '#shared/assignments/assignments.schema.ts'
import { type ChosenGroups, choose, levels, optionsOf } from '../model/group-choice.ts'
import classes from './assigned.module.css'

const labels = { batches: 'Batches', branches: 'Branches', sections: 'Sections' } as const

interface GroupPickerProps {
  groups: readonly StudentGroup[]
  value: ChosenGroups
  onChange: (value: ChosenGroups) => void
  /** Which of a group's students to count: all of them, or those who have the test. */
  countOf: (group: StudentGroup) => number
}

/** Selects batch, branch and section. Each level narrows the options below it and shows their counts. */
export function GroupPicker({ groups, value, onChange, countOf }: GroupPickerProps) {
  const options = optionsOf(groups, value, countOf)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" className={classes.levels}>
        {levels.map(([level]) => (
          <MultiSelect
            key={level}
            label={labels[level]}
            data={options[level].map(({ name }) => name)}
            renderOption={({ option }) => {
              const count = options[level].find(({ name }) => name === option.value)?.count ?? 0
              return (
                <Group
                  component="span"
                  gap="sm"
                  wrap="nowrap"
                  align="stretch"
                  justify="space-between"
                  flex={1}
                  fz="sm"
                  className="anywhere"
                >
                  <span>{option.label}</span>{' '}
                  <Text span inherit c="dimmed" className="tabular">
                    {count.toLocaleString()}
                  </Text>
                </Group>
              )
            }}
            value={[...value[level]]}
            onChange={(names) => onChange(choose(groups, value, level, names))}
            placeholder={value[level].length === 0 ? `All ${level}` : ''}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${level}` }}
            searchable={options[level].length > 8}
            hidePickedOptions
            maxDropdownHeight={220}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={6}>
        With a batch and a branch, only students in both are selected.
      </Text>
    </>
  )
}
