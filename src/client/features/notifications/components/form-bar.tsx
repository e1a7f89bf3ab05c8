import { Button, Group, Stack } from '@mantine/core'
import { IconClock, IconSend } from '@tabler/icons-react'
import classes from '#client/ui/bars.module.css'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { FormValues } from '../model/form.ts'
import { FormAudience } from './form-audience.tsx'

interface FormBarProps {
  values: FormValues
  editing: boolean
  busy: boolean
}

/** Label of the send button. */
export const sendLabel = (scheduled: boolean, editing: boolean) =>
  editing ? (scheduled ? 'Save changes' : 'Send now') : scheduled ? 'Schedule' : 'Send'

/** Always visible below the form: the number of recipients and the send button. */
export function FormBar({ values, editing, busy }: FormBarProps) {
  const scheduled = values.scheduledFor !== ''
  const Shape = scheduled ? IconClock : IconSend
  return (
    <Group gap="xs" justify="flex-end" className={`line-above ${classes.bar}`}>
      <Stack flex={{ base: '1 1 100%', sm: '1 1 260px' }} gap={2} miw={0} fz="sm">
        <FormAudience values={values} />
      </Stack>
      <LinkButton to="/notifications" search={{ view: 'sent' }} variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy} leftSection={<Shape size={16} aria-hidden />}>
        {sendLabel(scheduled, editing)}
      </Button>
    </Group>
  )
}
