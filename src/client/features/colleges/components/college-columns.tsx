import { Text } from '@mantine/core'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { College } from '#shared/colleges/colleges.schema.ts'
import { CollegeStatus } from './college-status.tsx'

const name = (below: 'address' | 'email'): Column<College> => ({
  id: 'name',
  header: 'College',
  width: '32%',
  cell: (college) => (
    <>
      <CollegeLink collegeId={college.id} className="text-link record" title={college.name}>
        {college.name}
      </CollegeLink>
      <Note fw={400} lineClamp={1} title={college[below]}>
        {college[below]}
      </Note>
    </>
  ),
})
const code: Column<College> = {
  id: 'code',
  header: 'Code',
  cell: (college) => (
    <Text span inherit ff="monospace" fz={13}>
      {college.code}
    </Text>
  ),
}
const faculty: Column<College> = numberColumn('faculty', 'Faculty', (college) => college.totalFaculty)
const students: Column<College> = numberColumn('students', 'Students', (college) => college.totalStudents)
const login: Column<College> = {
  id: 'login',
  header: 'Admin’s last login',
  width: 150,
  cell: (college) => <RelativeTime value={college.adminInfo?.lastLogin ?? null} />,
}
const status: Column<College> = {
  id: 'status',
  header: 'Status',
  width: 120,
  cell: (college) => <CollegeStatus isActive={college.isActive} />,
}

const created: Column<College> = {
  id: 'created',
  header: 'Created',
  width: 130,
  cell: (college) => <RelativeTime value={college.createdAt} />,
}

/** Columns for administering colleges. */
export const collegeColumns: readonly Column<College>[] = [
  name('address'),
  code,
  { id: 'email', header: 'Email', card: 'wide', cell: (college) => college.email },
  faculty,
  students,
  login,
  status,
]

/** Columns for viewing college statistics. */
export const figureColumns: readonly Column<College>[] = [
  name('email'),
  code,
  students,
  faculty,
  created,
  login,
  status,
]
