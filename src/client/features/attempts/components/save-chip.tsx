import { Button, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp, IconLogin2 } from '@tabler/icons-react'
import type { SaveStatus } from '../model/save-status.ts'
import classes from './exam-header.module.css'

const answers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

/** What becomes of unsent answers: no device may be said to keep what it does not. */
const keeping = (kept: boolean) =>
  kept
    ? 'your answers are kept on this device'
    : 'this browser stores nothing, so your answers are kept only while this page stays open,'

/** What each state of saving is called and means, for eyes and ears alike. */
export function describeSave({ state, unsent, message, kept }: SaveStatus) {
  switch (state) {
    case 'saved':
      return { icon: IconCloudCheck, label: 'Saved', detail: 'Every answer is stored on the server.' }
    case 'saving':
      return { icon: IconCloudUp, label: 'Saving…', detail: 'Your latest answer is on its way to the server.' }
    case 'offline':
      return {
        icon: IconCloudOff,
        label: unsent > 0 ? `Offline · ${unsent} unsent` : 'Offline',
        detail: `${unsent > 0 ? `${answers(unsent)} not sent yet. ` : ''}Carry on: ${keeping(kept)} and are sent as soon as the connection is back.`,
      }
    case 'signed-out':
      return {
        icon: IconLogin2,
        label: unsent > 0 ? `Signed out · ${unsent} unsent` : 'Signed out',
        detail: kept
          ? 'Your session ended. Your answers are kept on this device and are sent once you sign in again.'
          : 'Your session ended. This browser stores nothing: what is not sent yet is kept only while this page stays open.',
      }
    case 'refused':
      return {
        icon: IconAlertTriangle,
        label: `Not saved · ${unsent}`,
        detail: `The server did not take ${answers(unsent)}: ${message ?? 'unknown reason'}. They are kept ${kept ? 'on this device' : 'only while this page stays open'} and go with your next answer and with Submit.`,
      }
    case 'closed':
      return { icon: IconCloudCheck, label: 'Submitted', detail: 'This test has been submitted.' }
  }
}

interface SaveChipProps {
  save: SaveStatus
  onRetry: () => void
  onSignIn: () => void
}

/** Saved, saving or offline, always in the same place; pressing it explains. */
export function SaveChip({ save, onRetry, onSignIn }: SaveChipProps) {
  const { icon: Icon, label, detail } = describeSave(save)
  const isSignedOut = save.state === 'signed-out'
  const stuck = save.state === 'offline' || save.state === 'refused' || isSignedOut
  return (
    <Popover width={280} position="bottom" shadow="sm" withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.chip} data-state={save.state}>
          <Icon size={18} aria-hidden />
          <span>{label}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{detail}</Text>
        {stuck && (
          <Button size="xs" variant="default" mt="xs" onClick={isSignedOut ? onSignIn : onRetry}>
            {isSignedOut ? 'Sign in' : 'Try now'}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
