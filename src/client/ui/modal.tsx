import { Modal as MantineModal } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Loading } from './loading.tsx'
import classes from './modal.module.css'
import { useOpenDialog } from './modal-stack.ts'

/** Props that `useDialog` passes to a dialog. */
export interface DialogProps {
  opened: boolean
  onClose: () => void
}

export interface ModalProps extends DialogProps {
  title: string
  /** `wide` is for two columns. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'wide'
  /** Closes only with its buttons. For unsaved work and content that is shown only once. */
  sticky?: boolean
  /** Cannot be closed, because its work must not be interrupted. */
  busy?: boolean
  /** Loading text. If set, only a spinner is shown over the dimmed page; Escape or a click closes it. */
  loading?: string | undefined
  children: ReactNode
}

/** Styles a spinner over the dimmed page. Inline, because no class overrides the theme's inline background. */
const bare = (title: string) => ({
  styles: { content: { background: 'none', boxShadow: 'none' } },
  attributes: { content: { 'aria-label': title } },
})

/** Keeps a list's sticky headings below the dialog's header, however many lines the title takes. */
function watchHeader(inside: HTMLElement | null) {
  const dialog = inside?.closest<HTMLElement>('[role=dialog]')
  const header = dialog?.querySelector('header')
  if (!dialog || !header) return
  const note = () => dialog.style.setProperty('--app-shell-header-offset', `${header.offsetHeight}px`)
  const observer = new ResizeObserver(note)
  observer.observe(header)
  return () => observer.disconnect()
}

/**
 * A dialog. A backdrop click or Escape closes it unless it is `sticky` or `busy`. The page behind does not scroll, and
 * focus is kept inside and restored on close.
 */
export function Modal(props: ModalProps) {
  const { opened, onClose, title, size = 'md', sticky = false, busy = false, loading, children } = props
  const id = useId()
  const waits = loading !== undefined
  useOpenDialog(id, opened, () => {
    if (!sticky && !busy) onClose()
  })
  return (
    <MantineModal
      id={id}
      opened={opened}
      onClose={onClose}
      title={waits ? undefined : title}
      size={size === 'wide' ? 'xl' : size}
      {...(size === 'wide' && !waits && { classNames: { content: classes.wide } })}
      {...(waits && bare(title))}
      closeOnClickOutside={!sticky && !busy}
      closeOnEscape={false}
      lockScroll
      returnFocus={false}
      withCloseButton={!busy && !waits}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // In React's tree, a dialog is inside the form that opens it. Do not submit that form too.
      onSubmit={(event) => event.stopPropagation()}
    >
      {waits ? (
        <Loading label={loading} color="white" />
      ) : (
        <>
          <span hidden ref={watchHeader} />
          {children}
        </>
      )}
    </MantineModal>
  )
}
