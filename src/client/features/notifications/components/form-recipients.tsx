import { Button, MultiSelect, SimpleGrid, Text } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { Note } from '#client/ui/note.tsx'
import type { TargetType } from '#shared/notifications/notifications.schema.ts'
import { allGone, type Chosen, type Narrowing, type Sender, withoutGone } from '../model/notification-form.ts'
import { noneLeft, peopleNoun, targetLabels } from '../model/notification-text.ts'
import { useTargetGroups } from '../queries.ts'
import { FormChoice } from './form-choice.tsx'
import type { NotificationFormState } from './form-state.ts'
import { PeopleField } from './people-field.tsx'
import { TargetColleges } from './target-colleges.tsx'

const texts: Record<Sender, Record<TargetType, string>> = {
  master_admin: {
    colleges: 'The administrators of the colleges that you choose.',
    faculty: 'The faculty of all active colleges, unless you narrow it down.',
    students: 'The students of all active colleges, unless you narrow it down.',
  },
  college_admin: {
    colleges: '',
    faculty: 'All faculty of your college, unless you narrow it down.',
    students: 'All students of your college, unless you narrow it down.',
  },
}

/** Selects the audience. Each filter narrows it. */
export function FormRecipients({ form, sender }: { form: NotificationFormState; sender: Sender }) {
  const { targetType, targetColleges } = form.values
  const { colleges: _, ...own } = targetLabels
  const narrowing = targetType === 'colleges' ? null : form.values[targetType]
  /** Clears the errors about an empty audience, because any choice may resolve them. */
  const chosen = () => {
    form.clearFieldError('targetType')
    form.clearFieldError('targetUsers')
  }
  const narrow = (change: Partial<Narrowing>) => {
    if (targetType === 'colleges' || !narrowing) return
    form.setFieldValue(targetType, { ...narrowing, ...change })
    chosen()
  }
  const colleges = targetColleges.map(({ id }) => id)
  return (
    <FormSection title="Recipients" text="Inactive people and people of inactive colleges receive nothing.">
      <FormChoice<TargetType>
        label="Send to"
        path="targetType"
        words={sender === 'master_admin' ? targetLabels : own}
        value={targetType}
        onChange={(next) => {
          form.setFieldValue('targetType', next)
          form.clearFieldError('targetColleges')
        }}
        text={texts[sender][targetType]}
        error={form.errors.targetType}
      />
      {sender === 'master_admin' && (
        <TargetColleges
          required={targetType === 'colleges'}
          value={targetColleges}
          onChange={(next: Chosen[]) => {
            form.setFieldValue('targetColleges', next)
            chosen()
          }}
          error={form.errors.targetColleges}
        />
      )}
      {targetType !== 'colleges' && narrowing && (
        <>
          <TargetFilters targetType={targetType} colleges={colleges} value={narrowing} onChange={narrow} />
          <PeopleField
            // Remount, because each role has its own list of people.
            key={targetType}
            targetType={targetType}
            colleges={colleges}
            narrowing={narrowing}
            onChange={(users) => narrow({ users: withoutGone(users) })}
            everybody={`All ${peopleNoun(targetType)} that match`}
            acrossColleges={sender === 'master_admin'}
            error={allGone(form.values) && noneLeft}
          />
        </>
      )}
    </FormSection>
  )
}

interface TargetFiltersProps {
  targetType: TargetType
  /** College ids; empty for all that the sender can reach. */
  colleges: string[]
  value: Narrowing
  onChange: (change: Partial<Narrowing>) => void
}

const levels = [
  ['branches', 'Branches'],
  ['batches', 'Batches'],
  ['sections', 'Sections'],
] as const

/** Combinable filters by branch, batch and section. */
function TargetFilters({ targetType, colleges, value, onChange }: TargetFiltersProps) {
  const groups = useTargetGroups({ targetType, targetColleges: colleges })
  const placeholderOf = (level: (typeof levels)[number][0]) => {
    if (value[level].length > 0) return ''
    return groups.data?.[level].length === 0 ? 'None' : `All ${level}`
  }
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'start' }}>
        {levels.map(([level, label]) => {
          const names = groups.data?.[level] ?? []
          return (
            <MultiSelect
              key={level}
              label={label}
              // Chosen values are listed even if their colleges are no longer in the form.
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
        <Note mt={6}>With a branch and a batch, only people in both are selected.</Note>
      )}
    </div>
  )
}
