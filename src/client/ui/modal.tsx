import { Modal as MantineModal } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Loading } from './loading.tsx'
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
  /** Loading text: only a spinner over the dimmed page. Escape and a click close it. */
  loading?: string | undefined
  children: ReactNode
}

/** A spinner over the dimmed page. The theme's background is an inline style, which no class overrides. */
const bare = (title: string) => ({
  styles: { content: { background: 'none', boxShadow: 'none' } },
  attributes: { content: { 'aria-label': title } },
})

/** The headings of a list inside stick below the dialog's header, however many lines its title takes. */
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
 * A dialog. Backdrop and Escape close it unless it is `sticky`; the page behind does not scroll; the focus stays inside and
 * goes back to where it was.
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
      // In React's tree a dialog lies inside the form that opens it, which would be submitted too.
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
