import { Button, Group, Notification, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { notify, type Toast, useToasts } from '#client/lib/notify.ts'
import { useIsTestMode } from '#client/lib/test-mode.ts'
import classes from './toasts.module.css'

const looks = {
  success: { color: 'teal', icon: <IconCheck size={16} stroke={2.2} /> },
  error: { color: 'red', icon: <IconX size={16} stroke={2.2} /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={16} stroke={2.2} /> },
  info: { color: 'indigo', icon: <IconInfoCircle size={16} stroke={2.2} /> },
  loading: { loading: true, withCloseButton: false },
} as const

interface MessageProps {
  kind: keyof typeof looks
  className: string | undefined
  onClose: () => void
  children: ReactNode
}

/** One message, announced when it appears. */
export const Message = ({ kind, ...props }: MessageProps) => (
  <Notification {...looks[kind]} {...props} data-kind={kind} closeButtonProps={{ 'aria-label': 'Close message' }} />
)

/** The toasts, at the bottom right. The exam room shows them among its notices. */
export function Toasts() {
  return useIsTestMode() ? null : <FixedToasts />
}

function FixedToasts() {
  const isEmpty = useToasts((toasts) => toasts.length === 0)
  const style = { '--bar-height': `${useBarHeight(!isEmpty)}px` } as CSSProperties
  return (
    <Group gap={0} wrap="nowrap" align="stretch" mah="50dvh" className={classes.place} style={style}>
      <ToastList className={`anywhere ${classes.toast}`} />
    </Group>
  )
}

/** Height in px of the visible sticky action bar (`data-bottom-bar`), if any. @param wanted true to track it */
function useBarHeight(wanted: boolean): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    if (!wanted) return
    const measure = () => {
      const bars = document.querySelectorAll('[data-bottom-bar]')
      const tops = [...bars].map((bar) => bar.getBoundingClientRect().top).filter((top) => top > innerHeight / 2)
      setHeight(Math.max(0, innerHeight - Math.min(innerHeight, ...tops)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure, { capture: true })
    }
  }, [wanted])
  return height
}

/** Keeps all toasts while one of them is hovered or focused. @param className applied to each toast */
export function ToastList({ className }: { className: string | undefined }) {
  const toasts = useToasts()
  const [held, setHeld] = useState(false)
  // A toast closed under the pointer fires no leave event.
  if (held && toasts.length === 0) setHeld(false)
  return (
    <Stack
      component="section"
      gap="xs"
      flex={1}
      miw={0}
      aria-label="Messages"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} className={className} />
      ))}
    </Stack>
  )
}

function ToastCard({ toast, held, className }: { toast: Toast; held: boolean; className: string | undefined }) {
  const { id, lasts } = toast
  useEffect(() => {
    if (held || lasts === null) return
    const timer = setTimeout(() => notify.dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, held])
  return (
    <Message kind={toast.kind} className={className} onClose={() => notify.dismiss(id)}>
      {toast.text}
      {toast.undo && <UndoButton toast={toast} />}
    </Message>
  )
}

const UndoButton = ({ toast: { id, undo } }: { toast: Toast }) => (
  <Button
    variant="light"
    size="compact-sm"
    ml="sm"
    onClick={() => {
      notify.dismiss(id)
      undo?.()
    }}
  >
    Undo
  </Button>
)
