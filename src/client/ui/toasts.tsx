import { Button, Notification } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notify, readToasts, type Toast, watchToasts } from '#client/lib/notify.ts'
import classes from './toasts.module.css'

const looks = {
  success: { color: 'teal', icon: <IconCheck size={16} stroke={2.2} /> },
  error: { color: 'red', icon: <IconX size={16} stroke={2.2} /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={16} stroke={2.2} /> },
  loading: { loading: true, withCloseButton: false },
} as const

/** The toasts, top right. While the pointer or the focus is on them none goes away. */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, readToasts)
  const [held, setHeld] = useState(false)
  // A toast that is closed under the pointer sends no leaving event.
  if (held && toasts.length === 0) setHeld(false)
  return (
    <section
      className={classes.stack}
      aria-label="Messages"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  )
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, lasts } = toast
  useEffect(() => {
    if (held || lasts === null) return
    const timer = setTimeout(() => notify.dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, held])
  return (
    <Notification
      className={classes.toast}
      {...looks[toast.kind]}
      onClose={() => notify.dismiss(id)}
      closeButtonProps={{ 'aria-label': 'Close message' }}
    >
      {toast.text}
      {toast.undo && <UndoButton toast={toast} />}
    </Notification>
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
