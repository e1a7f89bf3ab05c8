import { Box, Button, CloseButton, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AutosaveState } from '#client/lib/draft-autosave.ts'
import { draftTime } from '#client/lib/draft-time.ts'
import classes from './bars.module.css'
import { LinkButton } from './link-button.tsx'

interface SaveBarProps {
  /** The reason saving failed, or the first error; null for none. */
  message: string | null
  figures: ReactNode
  autosave: AutosaveState
  /** The last removal, which can be undone; null for none. */
  undo: { text: string } | null
  onUndo: () => void
  onForgetUndo: () => void
  busy: boolean
  label: string
  cancelTo: NonNullable<LinkProps['to']>
}

/** Sticks to the bottom of a long form. Toasts appear above it. */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" className={`line-above ${classes.bar}`} data-bottom-bar>
    {children}
  </Group>
)

/** Always visible below a long form: a summary, the first error, undo, and the save button. */
export const SaveBar = ({ message, figures, autosave, busy, label, cancelTo, ...undoing }: SaveBarProps) => (
  <BottomBar>
    <UndoLine {...undoing} />
    <Stack flex={{ base: '1 1 100%', sm: '1 1 260px' }} gap={2} miw={0} fz="sm">
      <div role="alert">
        {message !== null && (
          <Group
            component="span"
            gap={8}
            wrap="nowrap"
            align="flex-start"
            c="var(--mantine-color-error)"
            fw={550}
            className={`anywhere ${classes.error}`}
          >
            <IconAlertTriangle size={18} aria-hidden />
            <span>{message}</span>
          </Group>
        )}
      </div>
      <span className="tabular">{figures}</span>
      <span className={classes.kept} data-refused={autosave.state === 'refused' || undefined} role="status">
        {autosaveText(autosave)}
      </span>
    </Stack>
    <LinkButton to={cancelTo} variant="default">
      Cancel
    </LinkButton>
    <Button type="submit" loading={busy}>
      {label}
    </Button>
  </BottomBar>
)

function autosaveText(autosave: AutosaveState): string {
  if (autosave.state === 'refused') return 'This browser cannot keep drafts. Save before you leave'
  return autosave.state === 'kept' ? `Draft saved in this browser at ${draftTime(autosave.at)}` : ''
}

const UndoLine = ({ undo, onUndo, onForgetUndo }: Pick<SaveBarProps, 'undo' | 'onUndo' | 'onForgetUndo'>) => (
  <Group gap="xs" wrap="nowrap" flex="1 1 100%" miw={0} fz="sm" className={classes.undo} role="status">
    {undo && (
      <>
        <Box component="span" miw={0} className="anywhere">
          {undo.text}
        </Box>
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
  </Group>
)
