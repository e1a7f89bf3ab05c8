import { Modal as MantineModal } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './modal.module.css'
import { useOpenDialog } from './modal-stack.ts'

export interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  /** `wide` is for two columns. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'wide'
  /** Only the buttons close it: for unsaved work and things that are shown once. */
  sticky?: boolean
  /** It works on something that must not be left: nothing closes it. */
  busy?: boolean
  children: ReactNode
}

/**
 * A dialog. Backdrop and Escape close it unless it is `sticky`; the page behind does not scroll; the focus stays inside and
 * goes back to where it was.
 */
export function Modal({ opened, onClose, title, size = 'md', sticky = false, busy = false, children }: ModalProps) {
  const id = useId()
  useOpenDialog(id, opened, () => {
    if (!sticky && !busy) onClose()
  })
  return (
    <MantineModal
      id={id}
      opened={opened}
      onClose={onClose}
      title={title}
      size={size === 'wide' ? 'xl' : size}
      {...(size === 'wide' && { classNames: { content: classes.wide } })}
      closeOnClickOutside={!sticky && !busy}
      closeOnEscape={false}
      lockScroll
      returnFocus={false}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </MantineModal>
  )
}
