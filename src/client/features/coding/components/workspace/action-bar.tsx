import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconSend } from '@tabler/icons-react'
import type { Job } from './use-job.ts'
import classes from './workspace.module.css'

interface ActionBarProps {
  /** The running action. */
  busy: Job['kind'] | undefined
  /** True if Run uses custom input. */
  own: boolean
  onRun: () => void
  onSubmit: () => void
}

/** Always visible, whichever part is shown. */
export const ActionBar = ({ busy, own, onRun, onSubmit }: ActionBarProps) => (
  <Group gap={8} wrap="nowrap" justify="flex-end" className={classes.actions} data-bottom-bar>
    <Text span inherit me="auto" c="dimmed" fz="xs" className={classes.shortcuts}>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs, with <kbd>Shift</kbd> submits
    </Text>
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={busy === 'run'}
      disabled={busy === 'submission'}
      title={own ? 'Run with your own input' : 'Run the sample test cases'}
      aria-keyshortcuts="Control+Enter"
      onClick={onRun}
    >
      Run
    </Button>
    <Button
      leftSection={<IconSend size={16} aria-hidden />}
      loading={busy === 'submission'}
      disabled={busy === 'run'}
      title="Judge on all test cases"
      aria-keyshortcuts="Control+Shift+Enter"
      onClick={onSubmit}
    >
      Submit
    </Button>
  </Group>
)
