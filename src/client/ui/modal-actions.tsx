import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The row of buttons that ends a dialog: the quiet one first, the primary one last. */
export function ModalActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" mt="lg">
      {children}
    </Group>
  )
}
