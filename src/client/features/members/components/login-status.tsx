import { Text } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Member } from '#shared/members/members.schema.ts'

type LoginFacts = Pick<Member, 'hasLoggedIn' | 'lastLogin'>

export const InactiveBadge = ({ isActive }: Pick<Member, 'isActive'>) =>
  isActive ? null : <StatusBadge tone="neutral" label="Inactive" icon={IconCircleOff} />

/** A user's last sign-in. @param as a relative time in lists, a date in the tree */
export const LastLogin = ({ member, as }: { member: LoginFacts; as: 'distance' | 'date' }) =>
  as === 'distance' && member.lastLogin ? <RelativeTime value={member.lastLogin} /> : <LoginDate {...member} />

function LoginDate({ hasLoggedIn, lastLogin }: LoginFacts) {
  if (lastLogin === null)
    return (
      <Text span inherit c="dimmed">
        {hasLoggedIn ? 'Recently' : 'Never'}
      </Text>
    )
  return (
    <time dateTime={lastLogin} title={formatDateTime(lastLogin)} className="tabular nowrap">
      {formatDate(lastLogin)}
    </time>
  )
}
