import { CloseButton, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { timeZone } from '#client/lib/time.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import type { NotificationFormState } from './form-state.ts'

/** When it goes out, and until when it is worth reading. */
export const FormTiming = ({ form }: { form: NotificationFormState }) => (
  <FormSection title="Timing" text={`Both are optional, and in your time zone (${timeZone()}).`}>
    <FormRow wide>
      <TimeField
        form={form}
        field="scheduledFor"
        label="Send at"
        text="Empty: it goes out as soon as you send it."
        clearLabel="Clear the scheduled time"
      />
      <TimeField
        form={form}
        field="expiresAt"
        label="Expires at"
        text="From then on nobody sees it in their notifications."
        clearLabel="Clear the expiry"
      />
    </FormRow>
  </FormSection>
)

interface TimeFieldProps {
  form: NotificationFormState
  field: 'scheduledFor' | 'expiresAt'
  label: string
  text: string
  clearLabel: string
}

function TimeField({ form, field, label, text, clearLabel }: TimeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    // One that is typed in part is empty to the form already.
    if (input.current) input.current.value = ''
    form.setFieldValue(field, '')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="datetime-local"
      label={label}
      description={text}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={
        (form.values[field] || form.errors[field]) && <CloseButton size="sm" aria-label={clearLabel} onClick={clear} />
      }
      {...form.getInputProps(field)}
    />
  )
}
