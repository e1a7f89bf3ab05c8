import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useSession } from '#client/lib/session.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { OpenedSession } from '#shared/auth/devices.schema.ts'
import classes from './profile.module.css'
import { useEndSession, useEndSessions, useOpenedSessions, useTokenNotice } from './use-sign-in-settings.ts'

export function Devices() {
  const query = useOpenedSessions()
  const { data } = query
  if (!data)
    return (
      <QueryPending query={query} failed="Failed to load your signed-in devices">
        <Skeleton height={120} radius="md" role="status" aria-label="Loading your signed-in devices" />
      </QueryPending>
    )
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
    if (sure) await reportOutcome(end.mutateAsync({ id }), `${device} was signed out`, 'Failed to sign out the device')
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

/** @param others true if other devices are signed in too */
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
    const work = end.mutateAsync({ others: keepThis })
    const ended = await reportOutcome(work, ({ message }) => message, 'Failed to sign out')
    if (ended && !keepThis) logout()
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
