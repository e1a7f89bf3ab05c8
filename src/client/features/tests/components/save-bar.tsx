import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import { alertOf } from '../model/draft-errors.ts'
import type { Keeping } from '../model/kept-draft.ts'
import { draftTime } from './draft-offer.tsx'
import classes from './test-editor.module.css'
import { TotalsLine } from './totals-line.tsx'
import { useDraft, useDraftStore } from './use-draft.ts'

interface SaveBarProps {
  /** Why saving failed, null when it did not. */
  failure: string | null
  keeping: Keeping
  busy: boolean
  label: string
}

/** Always in view under a long form: its figures, what is wrong with it, what can be undone, and the way to save it. */
export function SaveBar({ failure, keeping, busy, label }: SaveBarProps) {
  const draft = useDraft((state) => state.draft)
  const errors = useDraft((state) => state.errors)
  const message = failure ?? alertOf(draft, errors)
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
        <span className={classes.totals}>
          <TotalsLine draft={draft} />
        </span>
        <span className={classes.kept} data-refused={keeping.state === 'refused' || undefined} role="status">
          {keptText(keeping)}
        </span>
      </div>
      <LinkButton to="/tests" variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy}>
        {label}
      </Button>
    </div>
  )
}

function keptText(keeping: Keeping): string {
  if (keeping.state === 'refused') return 'This browser keeps no draft: save before you leave'
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
