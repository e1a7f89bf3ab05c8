import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { draftTime } from '#client/features/tests/components/draft-offer.tsx'
import { plural } from '#client/lib/plural.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { alertOf } from '../../model/draft/draft.ts'
import type { Keeping } from '../../model/draft/kept-draft.ts'
import classes from './editor.module.css'
import { useDraft, useDraftStore } from './use-draft.ts'

interface SaveBarProps {
  /** Why saving failed, null when it did not. */
  failure: string | null
  keeping: Keeping
  busy: boolean
  label: string
}

/** Always in view under the long form: what it holds, what is wrong with it, what can be undone, and the way to save it. */
export function SaveBar({ failure, keeping, busy, label }: SaveBarProps) {
  const errors = useDraft((state) => state.errors)
  const cases = useDraft(({ draft }) => draft.testCases.length)
  const solutions = useDraft(({ draft }) => draft.solutions.length)
  const message = failure ?? alertOf(errors)
  return (
    <div className={classes.saveBar}>
      <UndoLine />
      <div className={classes.saveWords}>
        <div role="alert">
          {message && (
            <span className={classes.saveError}>
              <IconAlertTriangle size={18} aria-hidden />
              <span>{message}</span>
            </span>
          )}
        </div>
        <span className="tabular">
          {plural(cases, 'test case')} · {plural(solutions, 'reference solution')}
        </span>
        <span className={classes.kept} data-refused={keeping.state === 'refused' || undefined} role="status">
          {keptText(keeping)}
        </span>
      </div>
      <LinkButton to="/coding-questions" variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy}>
        {label}
      </Button>
    </div>
  )
}

function keptText(keeping: Keeping): string {
  if (keeping.state === 'refused') return 'This browser keeps no draft of it: save before you leave'
  return keeping.state === 'kept' ? `Draft kept in this browser at ${draftTime(keeping.at)}` : ''
}

function UndoLine() {
  const store = useDraftStore()
  const undo = useDraft((state) => state.undo)
  return (
    <div className={classes.undo} role="status">
      {undo && (
        <>
          <span className={classes.undoText}>{undo.text}</span>
          <Button
            variant="light"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={store.undo}
          >
            Undo
          </Button>
          <CloseButton size="sm" aria-label="Hide this message" onClick={store.forgetUndo} />
        </>
      )}
    </div>
  )
}
