import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './modal.module.css'

export interface ModalActionsProps {
  /** Adds a Cancel button before the others. */
  onCancel?: () => void
  /** True while the dialog cannot be cancelled. */
  busy?: boolean
  children: ReactNode
}

/** The buttons at the end of a dialog: secondary first, primary last. On a phone, they share the full width. */
export const ModalActions = ({ onCancel, busy, children }: ModalActionsProps) => (
  <Group gap="xs" justify="flex-end" className={classes.actions}>
    {onCancel && (
      <Button variant="default" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
    )}
    {children}
  </Group>
)
