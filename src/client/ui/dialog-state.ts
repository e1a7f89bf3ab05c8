import { useCallback, useState } from 'react'

interface DialogState<About> {
  opened: boolean
  about: About | null
  /** Changes each time it opens. Use as the dialog's `key` to reset its fields. */
  openCount: number
}

/**
 * Keeps a dialog's content while it fades out. `const editing = useDialog<College>()`, then `editing.open(college)`.
 */
export function useDialog<About>() {
  const [state, setState] = useState<DialogState<About>>({ opened: false, about: null, openCount: 0 })
  const open = useCallback(
    (about: About) => setState(({ openCount }) => ({ opened: true, about, openCount: openCount + 1 })),
    [],
  )
  const close = useCallback(() => setState((before) => ({ ...before, opened: false })), [])
  return { ...state, open, close }
}
