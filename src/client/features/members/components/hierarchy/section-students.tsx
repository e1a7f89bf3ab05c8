import { useRef, useState } from 'react'
import { useNearViewport } from '#client/lib/near-viewport.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { useMembers } from '../../queries.ts'
import classes from './hierarchy.module.css'
import { studentColumns } from './student-columns.tsx'

const usualSize = 50

interface SectionStudentsProps {
  place: { batch: string; branch: string; section: string }
  actions: (student: Member) => RowAction[]
}

/** A section's students by name, paged. With all sections open, each loads when it comes near the viewport. */
export function SectionStudents({ place, actions }: SectionStudentsProps) {
  const [{ page, limit }, setPaging] = useState({ page: 1, limit: usualSize })
  const box = useRef<HTMLDivElement>(null)
  const near = useNearViewport(box)
  const students = useMembers({ role: 'student', ...place, sort: 'name', page, limit }, near)
  const { data } = students
  // The last student of the last page was moved away.
  if (data && !students.isPlaceholderData && page > data.pagination.totalPages)
    setPaging({ page: data.pagination.totalPages, limit })
  // Scroll up to the start of the new page, since the pagination buttons are at the end.
  const turn = (next: { page: number; limit: number }) => {
    setPaging(next)
    box.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={box} className={classes.students}>
      <DataList
        label={`Students of section ${place.section}`}
        columns={studentColumns}
        rows={data?.users}
        rowKey={(student) => student.id}
        error={students.error}
        onRetry={() => void students.refetch()}
        actions={actions}
        stale={students.isPlaceholderData}
        pagination={data?.pagination}
        onPageChange={(next) => turn({ page: next, limit })}
        onLimitChange={(next) => turn({ page: 1, limit: next })}
        empty={<EmptyState title="No students found" text="This section no longer has students." />}
      />
    </div>
  )
}
