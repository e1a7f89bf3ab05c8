import { Group, Text } from '@mantine/core'
import type { Column } from '#client/ui/data-list-props.ts'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { InactiveBadge, LastLogin } from '../login-status.tsx'
import classes from '../members.module.css'

export const studentColumns: readonly Column<Member>[] = [
  {
    id: 'student',
    header: 'Student',
    cell: ({ id, name, email, isActive }) => (
      <>
        <Group gap="2px 8px">
          <span className={`record ${classes.three}`} title={name}>
            <StudentLink studentId={id}>{name}</StudentLink>
          </span>
          <InactiveBadge isActive={isActive} />
        </Group>
        <Text size="xs" c="dimmed" fw={400} component="span" className={`clamp ${classes.three}`} title={email}>
          {email}
        </Text>
      </>
    ),
  },
  {
    id: 'idNumber',
    header: 'Roll Number',
    width: 150,
    cell: ({ idNumber }) => <span className="tabular">{idNumber}</span>,
  },
  {
    id: 'contact',
    header: 'Contact',
    width: 170,
    cell: ({ phoneNumber }) =>
      phoneNumber ? (
        <span className="tabular">{phoneNumber}</span>
      ) : (
        <Text span inherit c="dimmed">
          Not provided
        </Text>
      ),
  },
  {
    id: 'login',
    header: 'Login status',
    width: 210,
    cell: (student) => <LastLogin member={student} as="date" />,
  },
]

/** The student columns plus the group, for search results from the whole tree. */
export const foundColumns: readonly Column<Member>[] = studentColumns.flatMap((column) =>
  column.id === 'idNumber'
    ? [
        column,
        {
          id: 'place',
          header: 'Batch, branch, section',
          card: 'wide' as const,
          cell: ({ batch, branch, section }: Member) => [batch, branch, section].filter(Boolean).join(' · '),
        },
      ]
    : [column],
)
