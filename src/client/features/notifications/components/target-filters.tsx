import { Button, MultiSelect, SimpleGrid, Text } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import type { TargetType } from '#shared/notifications/notifications.schema.ts'
import type { Narrowing } from '../model/notification-form.ts'
import { useTargetGroups } from '../queries.ts'
import classes from './form.module.css'

interface TargetFiltersProps {
  targetType: TargetType
  /** College ids; empty for all within reach. */
  colleges: string[]
  value: Narrowing
  onChange: (change: Partial<Narrowing>) => void
}

const levels = [
  ['branches', 'Branches'],
  ['batches', 'Batches'],
  ['sections', 'Sections'],
] as const

/** Filters by branch, batch and section, which are combined. */
export function TargetFilters({ targetType, colleges, value, onChange }: TargetFiltersProps) {
  const groups = useTargetGroups({ targetType, targetColleges: colleges })
  const placeholderOf = (level: (typeof levels)[number][0]) => {
    if (value[level].length > 0) return ''
    return groups.data?.[level].length === 0 ? 'None' : `All ${level}`
  }
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} className={classes.filters}>
        {levels.map(([level, label]) => {
          const names = groups.data?.[level] ?? []
          return (
            <MultiSelect
              key={level}
              label={label}
              // Chosen values stay in the list even if their colleges are no longer in the form.
              data={[...new Set([...names, ...value[level]])]}
              value={value[level]}
              onChange={(chosen) => onChange({ [level]: chosen })}
              placeholder={placeholderOf(level)}
              disabled={groups.data !== undefined && names.length === 0 && value[level].length === 0}
              searchable={names.length > 8}
              limit={200}
              nothingFoundMessage="No match"
              clearable
              clearButtonProps={{ 'aria-label': `Clear ${level}` }}
              hidePickedOptions
              maxDropdownHeight={240}
            />
          )
        })}
      </SimpleGrid>
      {groups.error && !groups.data ? (
        <Text size="xs" c="var(--mantine-color-error)" mt={6} role="alert">
          Branches, batches and sections could not be loaded: {messageOf(groups.error)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void groups.refetch()}>
            Retry
          </Button>
        </Text>
      ) : (
        <Text size="xs" c="dimmed" mt={6}>
          With a branch and a batch, only people in both are selected.
        </Text>
      )}
    </div>
  )
}
