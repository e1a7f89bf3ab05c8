import { createElement, Fragment, type ReactNode, useCallback, useState } from 'react'

interface DialogState<About> {
  opened: boolean
  about: About | null
  /** Changes each time it opens. Use as the dialog's `key` to reset its fields. */
  openCount: number
}

/**
 * Keeps a dialog's content while it fades out. `const editing = useDialog<College>()`, then `editing.open(college)` and
 * `{editing.show((college, dialog) => <EditCollege college={college} {...dialog} />)}`. Each opening resets the fields.
 */
export function useDialog<About>() {
  const [state, setState] = useState<DialogState<About>>({ opened: false, about: null, openCount: 0 })
  const { opened, about, openCount } = state
  const open = useCallback(
    (about: About) => setState(({ openCount }) => ({ opened: true, about, openCount: openCount + 1 })),
    [],
  )
  const close = useCallback(() => setState((before) => ({ ...before, opened: false })), [])
  const show = (render: (about: About, dialog: { opened: boolean; onClose: () => void }) => ReactNode) =>
    about !== null &&
    // Two sibling dialogs may have the same count, so only the inner element has the key.
    createElement(
      Fragment,
      null,
      createElement(Fragment, { key: openCount }, render(about, { opened, onClose: close })),
    )
  return { ...state, open, close, show }
}
