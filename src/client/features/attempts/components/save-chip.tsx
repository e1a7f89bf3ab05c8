import { Button, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDevices,
  IconLogin2,
  IconNetworkOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { describeSave, type SaveStatus } from '../model/save-status.ts'
import classes from './exam-header.module.css'
import { ExamPopover } from './exam-popover.tsx'

const icons = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  elsewhere: IconDevices,
  outside: IconNetworkOff,
  'signed-out': IconLogin2,
  refused: IconAlertTriangle,
  closed: IconCloudCheck,
}

interface SaveChipProps {
  save: SaveStatus
  onRetry: () => void
  onSignIn: () => void
}

/** The save state, always in the same place. Pressing it shows an explanation. */
export function SaveChip({ save, onRetry, onSignIn }: SaveChipProps) {
  const [opened, setOpened] = useState(false)
  const { label, detail } = describeSave(save)
  const Icon = icons[save.state]
  const isSignedOut = save.state === 'signed-out'
  const stuck = !['saved', 'saving', 'closed'].includes(save.state)
  return (
    <ExamPopover
      opened={opened}
      onChange={setOpened}
      width={280}
      chip={
        <UnstyledButton
          className={`tabular ${classes.chip}`}
          data-state={save.state}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={18} aria-hidden />
          <span>{label}</span>
        </UnstyledButton>
      }
    >
      <Text size="sm">{detail}</Text>
      {stuck && (
        <Button size="xs" variant="default" mt="xs" onClick={isSignedOut ? onSignIn : onRetry}>
          {isSignedOut ? 'Sign in' : 'Try now'}
        </Button>
      )}
    </ExamPopover>
  )
}
