import { Button } from '@mantine/core'
import { IconClock, IconSend } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import classes from '#client/ui/save-bar.module.css'
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
    <div className={classes.bar}>
      <div className={classes.words}>
        <FormAudience values={values} />
      </div>
      <LinkButton to="/notifications" search={{ view: 'sent' }} variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy} leftSection={<Shape size={16} aria-hidden />}>
        {sendLabel(scheduled, editing)}
      </Button>
    </div>
  )
}
