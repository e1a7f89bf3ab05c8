import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './modal.module.css'

/** The buttons at the end of a dialog: secondary first, primary last. On a phone, they share the full width. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" className={classes.actions}>
    {children}
  </Group>
)
