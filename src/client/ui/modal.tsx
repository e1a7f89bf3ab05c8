import { Modal as MantineModal } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Only the buttons close it: for unsaved work and things that are shown once. */
  sticky?: boolean
  children: ReactNode
}

/** A dialog. Backdrop and Escape close it unless it is `sticky`; the page behind does not scroll. */
export function Modal({ opened, onClose, title, size = 'md', sticky = false, children }: ModalProps) {
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!sticky}
      closeOnEscape={!sticky}
      lockScroll
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </MantineModal>
  )
}
