import { CollegeLink } from '#client/ui/college-link.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { Dash } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { RecentLogin } from '#shared/colleges/colleges.schema.ts'
import { roleLabels } from '#shared/roles.ts'

interface Widths {
  role?: number
  college?: string
}

/** Columns of recent logins. @param cell renders the user */
export const loginColumns = (cell: Column<RecentLogin>['cell'], { role, college }: Widths): Column<RecentLogin>[] => [
  { id: 'user', header: 'User', width: '36%', cell },
  { id: 'role', header: 'Role', ...(role && { width: role }), cell: (login) => roleLabels[login.role] },
  {
    id: 'college',
    header: 'College',
    card: 'wide',
    ...(college && { width: college }),
    cell: ({ collegeId, collegeName }) =>
      collegeId ? <CollegeLink collegeId={collegeId}>{collegeName}</CollegeLink> : <Dash label="None" />,
  },
  { id: 'login', header: 'Last login', width: 150, cell: ({ lastLogin }) => <RelativeTime value={lastLogin} /> },
]
