import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { createElement } from 'react'

/** How long toasts stay, in ms, and how many at once (seed 000, section 9). */
export const toastTimes = { error: 4_000, success: 2_000, limit: 20 } as const

const icon = (shape: typeof IconCheck) => createElement(shape, { size: 16, stroke: 2.2 })

/** The one way to show a toast. */
export const notify = {
  success: (text: string) =>
    notifications.show({ message: text, color: 'teal', icon: icon(IconCheck), autoClose: toastTimes.success }),
  error: (text: string) =>
    notifications.show({ message: text, color: 'red', icon: icon(IconX), autoClose: toastTimes.error }),
  warning: (text: string) =>
    notifications.show({ message: text, color: 'yellow', icon: icon(IconAlertTriangle), autoClose: toastTimes.error }),
  /** Stays until `dismiss` is called with the same id. */
  loading: (id: string, text: string) =>
    notifications.show({ id, message: text, loading: true, autoClose: false, allowClose: false }),
  dismiss: (id: string) => notifications.hide(id),
}
