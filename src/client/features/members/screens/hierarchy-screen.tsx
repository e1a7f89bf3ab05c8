import { Button, Group, Skeleton } from '@mantine/core'
import { IconCalendar, IconGitBranch, IconLayoutGrid, IconSchool, IconSearch, IconSitemap } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { HierarchyGroup, Member } from '#shared/members/members.schema.ts'
import classes from '../components/hierarchy/hierarchy.module.css'
import { foundColumns } from '../components/hierarchy/student-columns.tsx'
import { LevelSkeleton, TreeGroups } from '../components/hierarchy/tree-level.tsx'
import { useMemberActions } from '../components/use-member-actions.tsx'
import { allClosed, allOpen, keepOpen, readOpen, toggled } from '../model/open-branches.ts'
import { useHierarchyLevel, useHierarchySummary, useMembers } from '../queries.ts'

/** Student Hierarchy: the college's students by batch, branch and section. Each level loads when opened. */
export function HierarchyScreen() {
  const summary = useHierarchySummary()
  const batches = useHierarchyLevel({})
  const error = summary.error ?? batches.error
  const failed = error && !(summary.data && batches.data) && !summary.isFetching && !batches.isFetching
  return (
    <>
      <PageHeader title="Student Hierarchy" purpose="The students of your college by batch, branch and section." />
      {failed ? (
        <div className={`card ${classes.tree}`}>
          <ErrorState
            title="Failed to load hierarchy data"
            message={messageOf(error)}
            onRetry={() => {
              if (!summary.data) void summary.refetch()
              if (!batches.data) void batches.refetch()
            }}
          />
        </div>
      ) : (
        <>
          <SummaryCards summary={summary.data} />
          <Batches groups={batches.data} />
        </>
      )}
    </>
  )
}

function Batches({ groups }: { groups: ReturnType<typeof useHierarchyLevel>['data'] }) {
  if (!groups)
    return (
      <div className={`card ${classes.tree}`}>
        <LevelSkeleton kind="Batch" />
      </div>
    )
  if (groups.length > 0) return <HierarchyTree batches={groups} />
  return (
    <div className={`card ${classes.tree}`}>
      <EmptyState
        icon={IconSitemap}
        title="No students found"
        text="Add the first student, or upload a sheet with all of them. They appear here by batch, branch and section."
        action={
          <Group gap="xs" justify="center">
            <LinkButton to="/students" search={{ upload: '1' }} variant="default">
              Bulk Upload
            </LinkButton>
            <LinkButton to="/students" search={{ add: '1' }}>
              Add Student
            </LinkButton>
          </Group>
        }
      />
    </div>
  )
}

const totals = [
  ['Total Students', 'totalStudents', 'In your college', IconSchool, undefined],
  ['Batches', 'totalBatches', 'With their branches', IconCalendar, 'batch'],
  ['Branches', 'totalBranches', 'Distinct names across all batches', IconGitBranch, 'branch'],
  ['Sections', 'totalSections', 'Distinct names across all branches', IconLayoutGrid, 'section'],
] as const

/** Totals of the whole tree. @param summary undefined while loading */
function SummaryCards({ summary }: { summary: ReturnType<typeof useHierarchySummary>['data'] }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Totals"
      stats={totals.map(([label, key, note, icon, sort]) => ({
        label,
        value: summary?.[key] ?? waiting,
        note,
        icon,
        link: { to: '/students', ...(sort && { search: { sort } }) },
      }))}
    />
  )
}

const offered = ['edit', 'status'] as const

/** Batches, their branches and sections, or the matching students while searching. */
function HierarchyTree({ batches }: { batches: readonly HierarchyGroup[] }) {
  const { id: userId } = useUser()
  const [open, setOpen] = useState(() => readOpen(userId))
  const [{ search, page, limit }, setParams] = useListParams()
  const { actions, dialogs } = useMemberActions(offered)
  useEffect(() => keepOpen(userId, open), [userId, open])

  const isExpanded = open.all && open.except.size === 0

  return (
    <>
      <Group gap="xs" align="stretch" justify="space-between" mb="md" className={classes.bar}>
        <SearchInput
          value={search ?? ''}
          onChange={(words) => setParams({ search: words })}
          placeholder="Name, email or roll number"
        />
        {!search && (
          <Button variant="default" onClick={() => setOpen(isExpanded ? allClosed : allOpen)}>
            {isExpanded ? 'Collapse all' : 'Expand all'}
          </Button>
        )}
      </Group>
      {search ? (
        <FoundStudents params={{ search, page, limit }} onChange={setParams} actions={actions} />
      ) : (
        <div className={`card ${classes.tree}`}>
          <TreeGroups
            place={[]}
            groups={batches}
            context={{ open, onToggle: (key) => setOpen((before) => toggled(before, key)), actions }}
          />
        </div>
      )}
      {dialogs}
    </>
  )
}

interface FoundStudentsProps {
  params: { search: string; page: number; limit: number }
  onChange: (patch: { search?: string; page?: number; limit?: number }) => void
  actions: (student: Member) => RowAction[]
}

/** Shown instead of the tree while searching: the matching students from all groups. */
function FoundStudents({ params, onChange, actions }: FoundStudentsProps) {
  const students = useMembers({ role: 'student', sort: 'name', ...params })
  return (
    <DataList
      label="Students found"
      columns={foundColumns}
      rows={students.data?.users}
      rowKey={(student) => student.id}
      {...pagedList(students, onChange)}
      actions={actions}
      empty={{
        icon: IconSearch,
        title: 'No students found',
        text: `No student’s name, email or roll number contains “${params.search}”.`,
        action: (
          <Button variant="default" onClick={() => onChange({ search: '' })}>
            Clear search
          </Button>
        ),
      }}
    />
  )
}
