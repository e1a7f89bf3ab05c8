import { FormSection } from '#client/ui/form-section.tsx'
import type { TargetType } from '#shared/notifications/notifications.schema.ts'
import { noneLeft, peopleNoun, targetLabels } from '../model/form-text.ts'
import { allGone, type Chosen, type Narrowing, type Sender, withoutGone } from '../model/notification-form.ts'
import { FormChoice } from './form-choice.tsx'
import type { NotificationFormState } from './form-state.ts'
import { PeopleField } from './people-field.tsx'
import { TargetColleges } from './target-colleges.tsx'
import { TargetFilters } from './target-filters.tsx'

interface FormRecipientsProps {
  form: NotificationFormState
  sender: Sender
}

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

/** Audience. Each additional filter narrows it. */
export function FormRecipients({ form, sender }: FormRecipientsProps) {
  const { targetType, targetColleges } = form.values
  const { colleges: _, ...own } = targetLabels
  const narrowing = targetType === 'colleges' ? null : form.values[targetType]
  /** Any choice may resolve the error that nobody is selected. */
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
            // Remount, because people of the other role are a separate list.
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
