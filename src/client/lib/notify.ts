import { create } from 'zustand'

/** Display times of toasts, in ms, and the maximum shown at once. */
export const toastTimes = { error: 4_000, success: 2_000, undo: 8_000, limit: 20 } as const

export type ToastKind = 'success' | 'error' | 'warning' | 'loading'

export interface Toast {
  id: string
  kind: ToastKind
  text: string
  /** Ms until the toast disappears; null to keep it until dismissed. */
  lasts: number | null
  undo?: () => void
}

/** The toasts on screen, oldest first. */
export const useToasts = create<readonly Toast[]>(() => [])

let made = 0
const change = (next: (toasts: readonly Toast[]) => readonly Toast[]) =>
  useToasts.setState((toasts) => next(toasts).slice(-toastTimes.limit), true)

function show(kind: ToastKind, text: string, lasts: number | null, more: { id?: string; undo?: () => void } = {}) {
  const { id = `toast-${++made}`, ...rest } = more
  change((toasts) => [...toasts.filter((toast) => toast.id !== id), { id, kind, text, lasts, ...rest }])
}

/**
 * The only way to show toasts, which `ui/toasts.tsx` renders. Mantine's notifications would add 10 kB of compressed
 * animation code to the student's first page.
 */
export const notify = {
  success: (text: string) => show('success', text, toastTimes.success),
  undo: (text: string, undo: () => void) => show('success', text, toastTimes.undo, { undo }),
  error: (text: string) => show('error', text, toastTimes.error),
  warning: (text: string) => show('warning', text, toastTimes.error),
  /** Remains on screen until `dismiss` is called with the same id. */
  loading: (id: string, text: string) => show('loading', text, null, { id }),
  dismiss: (id: string) => change((toasts) => toasts.filter((toast) => toast.id !== id)),
  /** Removes all toasts, so none covers a running exam. */
  clear: () => change(() => []),
}
