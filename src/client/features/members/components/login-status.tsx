import { IconCircleOff } from '@tabler/icons-react'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Member } from '#shared/members/schema.ts'
import classes from './members.module.css'

type LoginFacts = Pick<Member, 'isActive' | 'hasLoggedIn' | 'lastLogin'>

/** When somebody was here last, and whether they are locked out. @param as relative in the lists, the date in the tree */
export function LoginStatus({ member, as }: { member: LoginFacts; as: 'distance' | 'date' }) {
  return (
    <div className={classes.login}>
      {as === 'distance' && member.lastLogin ? <RelativeTime value={member.lastLogin} /> : <LoginDate {...member} />}
      {!member.isActive && <StatusBadge tone="neutral" label="Inactive" icon={IconCircleOff} />}
    </div>
  )
}

function LoginDate({ hasLoggedIn, lastLogin }: LoginFacts) {
  if (lastLogin === null) return <span className={classes.quiet}>{hasLoggedIn ? 'Recently' : 'Never'}</span>
  return (
    <time dateTime={lastLogin} title={formatDateTime(lastLogin)} className={classes.date}>
      {formatDate(lastLogin)}
    </time>
  )
}
