import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useSession } from '#client/lib/session.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { OpenedSession } from '#shared/auth/devices.schema.ts'
import classes from './profile.module.css'
import { useEndSession, useEndSessions, useOpenedSessions, useTokenNotice } from './use-sign-in-settings.ts'

/** The person's sessions, with buttons to end them. */
export function Devices() {
  const { data, error, refetch } = useOpenedSessions()
  if (!data && error)
    return (
      <ErrorState
        title="Failed to load where you are signed in"
        message={messageOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton height={120} radius="md" role="status" aria-label="Loading where you are signed in" />
  const others = data.sessions.some(({ current }) => !current)
  return (
    <Stack gap="md">
      <Stack component="ul" gap={0} className={`card rows ${classes.list}`}>
        {data.sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </Stack>
      <EndAll others={others} />
    </Stack>
  )
}

function Device({ session }: { session: OpenedSession }) {
  const { id, device, address, createdAt, lastUsedAt, remembered, current } = session
  const confirm = useConfirm()
  const end = useEndSession()
  const signOut = async () => {
    const sure = await confirm({
      title: 'Sign out this device?',
      message: `${device} is signed out immediately${address ? ` (${address})` : ''}.`,
      consequences: 'Unsaved work there is lost. A running test continues after the next sign-in.',
      confirmLabel: 'Sign out',
    })
    if (!sure) return
    try {
      await end.mutateAsync({ id })
      notify.success(`${device} was signed out`)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to sign out the device'))
    }
  }
  return (
    <li>
      <Box miw={0} className="anywhere">
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {device}
          </Text>
          {current && <Badge variant="light">This device</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {address ?? 'Unknown address'} · Signed in: <RelativeTime value={createdAt} empty="Unknown" /> · Last used:{' '}
          <RelativeTime value={lastUsedAt} />
          {remembered && ' · Remembered'}
        </Text>
      </Box>
      {!current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={end.isPending}
          onClick={() => void signOut()}
          aria-label={`Sign out ${device}${address ? `, ${address}` : ''}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** @param others true if there are other devices than this one */
function EndAll({ others }: { others: boolean }) {
  const confirm = useConfirm()
  const { logout } = useSession()
  const tokens = useTokenNotice()
  const end = useEndSessions()
  const signOut = async (keepThis: boolean) => {
    const sure = await confirm({
      title: keepThis ? 'Sign out everywhere else?' : 'Sign out everywhere?',
      message: keepThis
        ? `Every other device is signed out immediately. This one stays signed in. ${tokens}`
        : `Every device is signed out immediately, this one too. ${tokens}`,
      consequences: 'If someone may know your password, change it too.',
      confirmLabel: keepThis ? 'Sign out everywhere else' : 'Sign out everywhere',
    })
    if (!sure) return
    try {
      const { message } = await end.mutateAsync({ others: keepThis })
      notify.success(message)
      if (!keepThis) logout()
    } catch (error) {
      notify.error(messageOf(error, 'Failed to sign out'))
    }
  }
  return (
    <Group gap="sm">
      {others && (
        <Button variant="default" loading={end.isPending} onClick={() => void signOut(true)}>
          Sign out everywhere else
        </Button>
      )}
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => void signOut(false)}>
        Sign out everywhere
      </Button>
    </Group>
  )
}
