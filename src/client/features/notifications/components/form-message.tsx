import { Group, Text, Textarea, TextInput } from '@mantine/core'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { bounds, type NotificationType, type Priority } from '#shared/notifications/notifications.schema.ts'
import { priorityLabels, typeLabels } from '../model/notification-text.ts'
import { FormChoice } from './form-choice.tsx'
import type { NotificationFormState } from './form-state.ts'

const order = ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[]

/** Title, text, type and priority. */
export const FormMessage = ({ form }: { form: NotificationFormState }) => (
  <FormSection title="Message" text="Shown in people’s notifications and in the email.">
    <TextInput
      label="Title"
      required
      inputWrapperOrder={order}
      description={<Counted text="Also the subject of the email" value={form.values.title} max={bounds.title} />}
      {...form.getInputProps('title')}
    />
    <Textarea
      label="Message"
      required
      minRows={5}
      maxRows={16}
      inputWrapperOrder={order}
      description={<Counted text="Plain text; line breaks are kept" value={form.values.message} max={bounds.message} />}
      {...form.getInputProps('message')}
    />
    <FormRow wide>
      <FormChoice<NotificationType>
        label="Type"
        path="type"
        words={typeLabels}
        value={form.values.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <FormChoice<Priority>
        label="Priority"
        path="priority"
        words={priorityLabels}
        value={form.values.priority}
        onChange={(priority) => form.setFieldValue('priority', priority)}
      />
    </FormRow>
  </FormSection>
)

const tooLong = { c: 'var(--mantine-color-error)', fw: 550 } as const

/** Shows how much of the limit is used. Longer text is not cut off. */
function Counted({ text, value, max }: { text: string; value: string; max: number }) {
  const { length } = value.trim()
  return (
    <Group component="span" gap="sm" wrap="nowrap" align="stretch" justify="space-between" mt={4}>
      <span>{text}</span>
      <Text span inherit ml="auto" {...(length > max && tooLong)} className="tabular">
        {length.toLocaleString()} / {max.toLocaleString()}
      </Text>
    </Group>
  )
}
