import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Keeping } from '#client/lib/draft-autosave.ts'
import { draftTime } from '#client/lib/draft-time.ts'
import { LinkButton } from './link-button.tsx'
import classes from './save-bar.module.css'

interface SaveBarProps {
  /** Why saving failed, or the first error; null for none. */
  message: string | null
  /** Summary of the form's contents. */
  figures: ReactNode
  keeping: Keeping
  /** The last removal; null for none. */
  undo: { text: string } | null
  onUndo: () => void
  onForgetUndo: () => void
  busy: boolean
  /** Label of the save button. */
  label: string
  /** Target of Cancel. */
  cancelTo: NonNullable<LinkProps['to']>
}

/** Always visible below a long form: a summary, the first error, undo, and the save button. */
export const SaveBar = ({ message, figures, keeping, busy, label, cancelTo, ...undoing }: SaveBarProps) => (
  <div className={classes.bar} data-bottom-bar>
    <UndoLine {...undoing} />
    <div className={classes.words}>
      <div role="alert">
        {message !== null && (
          <span className={classes.error}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{message}</span>
          </span>
        )}
      </div>
      <span className="tabular">{figures}</span>
      <span className={classes.kept} data-refused={keeping.state === 'refused' || undefined} role="status">
        {keptText(keeping)}
      </span>
    </div>
    <LinkButton to={cancelTo} variant="default">
      Cancel
    </LinkButton>
    <Button type="submit" loading={busy}>
      {label}
    </Button>
  </div>
)

function keptText(keeping: Keeping): string {
  if (keeping.state === 'refused') return 'This browser cannot keep drafts. Save before you leave'
  return keeping.state === 'kept' ? `Draft kept in this browser at ${draftTime(keeping.at)}` : ''
}

const UndoLine = ({ undo, onUndo, onForgetUndo }: Pick<SaveBarProps, 'undo' | 'onUndo' | 'onForgetUndo'>) => (
  <div className={classes.undo} role="status">
    {undo && (
      <>
        <span className={classes.undoText}>{undo.text}</span>
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={onUndo}
        >
          Undo
        </Button>
        <CloseButton size="sm" aria-label="Hide this message" onClick={onForgetUndo} />
      </>
    )}
  </div>
)
