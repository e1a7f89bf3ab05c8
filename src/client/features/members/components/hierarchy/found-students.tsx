import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { useMembers } from '../../queries.ts'
import { foundColumns } from './student-columns.tsx'

interface FoundStudentsProps {
  params: { search: string; page: number; limit: number }
  onChange: (patch: { search?: string; page?: number; limit?: number }) => void
  actions: (student: Member) => RowAction[]
}

/** Students from the whole tree that match the search, shown instead of the tree. */
export function FoundStudents({ params, onChange, actions }: FoundStudentsProps) {
  const students = useMembers({ role: 'student', sort: 'name', ...params })
  return (
    <DataList
      label="Students found"
      columns={foundColumns}
      rows={students.data?.users}
      rowKey={(student) => student.id}
      error={students.error}
      onRetry={() => void students.refetch()}
      actions={actions}
      stale={students.isPlaceholderData}
      pagination={students.data?.pagination}
      onPageChange={(page) => onChange({ page })}
      onLimitChange={(limit) => onChange({ limit })}
      empty={
        <EmptyState
          icon={IconSearch}
          title="No students found"
          text={`No student’s name, email or roll number contains “${params.search}”.`}
          action={
            <Button variant="default" onClick={() => onChange({ search: '' })}>
              Clear search
            </Button>
          }
        />
      }
    />
  )
}
