import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import classes from './test-editor.module.css'

interface SaveBarProps {
  /** What stands in the way, null for nothing. */
  message: string | null
  dirty: boolean
  busy: boolean
  label: string
}

/** Always in view under a long form: what is wrong with it, and the way to save it. */
export function SaveBar({ message, dirty, busy, label }: SaveBarProps) {
  return (
    <div className={classes.saveBar}>
      <div role="alert" className={classes.saveMessage}>
        {message && (
          <span className={classes.saveError}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{message}</span>
          </span>
        )}
      </div>
      {!message && dirty && (
        <Text size="sm" c="dimmed" className={classes.unsaved}>
          Unsaved changes
        </Text>
      )}
      <LinkButton to="/tests" variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy}>
        {label}
      </Button>
    </div>
  )
}
