import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { College } from '#shared/colleges/schema.ts'

/** What the list of colleges shows. */
export const collegeColumns: readonly Column<College>[] = [
  {
    id: 'name',
    header: 'College',
    width: '30%',
    cell: (college) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={college.name}>
          {college.name}
        </Text>
        <Text size="xs" c="dimmed" fw={400} component="div" lineClamp={1} title={college.address}>
          {college.address}
        </Text>
      </>
    ),
  },
  {
    id: 'code',
    header: 'Code',
    cell: (college) => (
      <Text size="sm" ff="monospace" component="span" style={{ whiteSpace: 'nowrap' }}>
        {college.code}
      </Text>
    ),
  },
  { id: 'email', header: 'Email', card: 'wide', cell: (college) => college.email },
  { id: 'faculty', header: 'Faculty', numeric: true, cell: (college) => college.totalFaculty.toLocaleString() },
  { id: 'students', header: 'Students', numeric: true, cell: (college) => college.totalStudents.toLocaleString() },
  {
    id: 'login',
    header: 'Admin’s last login',
    width: 150,
    cell: (college) => <RelativeTime value={college.adminInfo?.lastLogin ?? null} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    cell: (college) =>
      college.isActive ? (
        <StatusBadge tone="success" label="Active" icon={IconCircleCheck} />
      ) : (
        <StatusBadge tone="neutral" label="Inactive" icon={IconCircleOff} />
      ),
  },
]
