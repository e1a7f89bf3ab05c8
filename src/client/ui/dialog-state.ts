import { useCallback, useState } from 'react'

interface DialogState<About> {
  opened: boolean
  about: About | null
  /** Changes each time it opens. Use as the dialog's `key` to reset its fields. */
  turn: number
}

/**
 * Keeps a dialog's content while it fades out. `const editing = useDialog<College>()`, then `editing.open(college)`.
 */
export function useDialog<About>() {
  const [state, setState] = useState<DialogState<About>>({ opened: false, about: null, turn: 0 })
  const open = useCallback((about: About) => setState(({ turn }) => ({ opened: true, about, turn: turn + 1 })), [])
  const close = useCallback(() => setState((before) => ({ ...before, opened: false })), [])
  return { ...state, open, close }
}
