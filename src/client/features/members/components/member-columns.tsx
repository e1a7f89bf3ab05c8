import { Group } from '@mantine/core'
import type { Column } from '#client/ui/data-list-props.ts'
import { Dash } from '#client/ui/note.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { Member, MemberRole } from '#shared/members/members.schema.ts'
import { InactiveBadge, LastLogin } from './login-status.tsx'
import classes from './members.module.css'
import { roleText } from './role-text.ts'

const none = <Dash label="None" />

const groupName = (name: string | null) =>
  name ? (
    <span className={`clamp ${classes.three} tabular`} title={name}>
      {name}
    </span>
  ) : (
    none
  )

/** Lets long addresses break after the @. */
function Email({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <span className={`clamp ${classes.three}`} title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

export const memberColumns = (role: MemberRole): readonly Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '18%',
    sortKey: 'name',
    cell: (member) => (
      <Group gap="2px 8px">
        <span className={`record ${classes.three}`} title={member.name}>
          {role === 'student' ? <StudentLink studentId={member.id}>{member.name}</StudentLink> : member.name}
        </span>
        <InactiveBadge {...member} />
      </Group>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    card: 'wide',
    width: '28%',
    sortKey: 'email',
    cell: ({ email }) => <Email email={email} />,
  },
  {
    id: 'idNumber',
    header: roleText[role].idNumber,
    width: '11%',
    sortKey: 'idNumber',
    cell: (member) => <span className="tabular">{member.idNumber || none}</span>,
  },
  { id: 'branch', header: 'Branch', width: '10%', sortKey: 'branch', cell: ({ branch }) => groupName(branch) },
  {
    id: 'batch',
    header: 'Batch',
    width: 84,
    sortKey: 'batch',
    cell: ({ batch }) => groupName(batch),
  },
  { id: 'section', header: 'Section', width: 96, sortKey: 'section', cell: ({ section }) => groupName(section) },
  {
    id: 'login',
    header: 'Last login',
    width: 132,
    sortKey: 'lastLogin',
    sortFirst: 'down',
    sortLabels: ['oldest first', 'latest first'],
    cell: (member) => <LastLogin member={member} as="distance" />,
  },
]
