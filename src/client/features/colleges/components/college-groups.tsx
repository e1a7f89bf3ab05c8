import { IconUsersGroup } from '@tabler/icons-react'
import { useMemo } from 'react'
import { plural } from '#client/lib/format.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { ProportionBar } from '#client/ui/proportion-bar.tsx'
import type { CollegeGroup, CollegeOverview } from '#shared/colleges/colleges.schema.ts'

const words = {
  batches: { label: 'Batches', one: 'Batch', parts: 'Streams', within: 'batch', empty: 'No batches yet' },
  streams: { label: 'Streams', one: 'Stream (branch)', parts: 'Batches', within: 'stream', empty: 'No streams yet' },
} as const
type GroupKind = keyof typeof words

function groupColumns(kind: GroupKind, overview: CollegeOverview): readonly Column<CollegeGroup>[] {
  const { one, parts } = words[kind]
  const sum = (figure: 'students' | 'active' | 'signedIn' | 'faculty') =>
    overview[kind].reduce((total, group) => total + group[figure], 0)
  const count = (id: 'students' | 'active' | 'faculty', header: string): Column<CollegeGroup> =>
    numberColumn(id, header, (group) => group[id], { total: sum(id).toLocaleString() })
  // Count distinct streams or batches in the total: a stream in two batches counts once.
  const distinctParts = overview[kind === 'batches' ? 'streams' : 'batches'].filter((group) => group.students > 0)
  return [
    {
      id: 'name',
      header: one,
      width: '26%',
      cell: (group) => <strong style={{ fontWeight: 550 }}>{group.name}</strong>,
    },
    count('students', 'Students'),
    count('active', 'Active'),
    numberColumn('signedIn', 'Signed in', (group) => <ProportionBar part={group.signedIn} whole={group.students} />, {
      card: 'wide',
      total: <ProportionBar part={sum('signedIn')} whole={sum('students')} />,
    }),
    count('faculty', 'Faculty'),
    numberColumn('parts', parts, (group) => group.parts, { total: distinctParts.length.toLocaleString() }),
    numberColumn('sections', 'Sections', (group) => group.sections),
  ]
}

/** A college's batches or streams (branches), with statistics for each, and totals. */
export function CollegeGroups({ kind, overview }: { kind: GroupKind; overview: CollegeOverview }) {
  const columns = useMemo(() => groupColumns(kind, overview), [kind, overview])
  const { label, within, empty } = words[kind]
  const placed = overview[kind].reduce((total, group) => total + group.faculty, 0)
  const outside = overview.college.totalFaculty - placed
  return (
    <>
      <DataList
        label={label}
        columns={columns}
        rows={overview[kind]}
        rowKey={(group) => group.name}
        empty={{
          icon: IconUsersGroup,
          title: empty,
          text: `Each ${within} appears here as soon as the college adds its students.`,
        }}
      />
      {outside > 0 && overview[kind].length > 0 && (
        <Note mt="xs">
          {plural(outside, 'faculty member')} {outside === 1 ? 'belongs' : 'belong'} to no {within} and{' '}
          {outside === 1 ? 'is' : 'are'} not counted above.
        </Note>
      )}
    </>
  )
}
