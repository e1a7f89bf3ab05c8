import { Text } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Member, MemberRole } from '#shared/members/schema.ts'
import { roleWords } from './role-words.ts'

const none = (
  <Text c="dimmed" span aria-label="None">
    –
  </Text>
)

/** What the list of a role's people shows. */
export const memberColumns = (role: MemberRole): readonly Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '20%',
    cell: (member) => (
      <Text size="sm" fw={550} component="span">
        {member.name}
      </Text>
    ),
  },
  { id: 'email', header: 'Email', card: 'wide', width: '28%', cell: (member) => member.email },
  {
    id: 'idNumber',
    header: roleWords[role].idNumber,
    cell: (member) => <span className="tabular">{member.idNumber || none}</span>,
  },
  { id: 'branch', header: 'Branch', cell: (member) => member.branch || none },
  {
    id: 'batch',
    header: 'Batch',
    width: 84,
    cell: (member) => <span className="tabular">{member.batch ?? none}</span>,
  },
  { id: 'section', header: 'Section', width: 84, cell: (member) => member.section ?? none },
  {
    id: 'login',
    header: 'Last login',
    width: 150,
    cell: (member) =>
      member.isActive ? (
        <RelativeTime value={member.lastLogin} />
      ) : (
        <StatusBadge tone="neutral" label="Inactive" icon={IconCircleOff} />
      ),
  },
]
