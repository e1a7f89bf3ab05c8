import { now } from '#client/lib/clock.ts'
import { isDateValue } from '#client/lib/date-text.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { endPresets, startPresets } from '#client/ui/date-presets.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import type { NotificationFormState } from './form-state.ts'

/** When it is sent, and how long it stays visible. */
export function FormTiming({ form }: { form: NotificationFormState }) {
  const { scheduledFor, expiresAt } = form.values
  const start = isDateValue(scheduledFor, true) ? scheduledFor : ''
  return (
    <FormSection title="Timing" text="Both are optional.">
      <FormRow wide>
        <DateField
          label="Send at"
          description="Leave empty to send now"
          withTime
          clearable
          presets={startPresets(now())}
          value={scheduledFor}
          {...form.getInputProps('scheduledFor')}
        />
        <DateField
          label="Expires at"
          description="Hidden from notifications after this time"
          withTime
          clearable
          min={start}
          presets={endPresets(start, now())}
          value={expiresAt}
          {...form.getInputProps('expiresAt')}
        />
      </FormRow>
    </FormSection>
  )
}
