import { Group } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import classes from '../components/hierarchy/hierarchy.module.css'
import { HierarchyTree } from '../components/hierarchy/hierarchy-tree.tsx'
import { SummaryCards } from '../components/hierarchy/summary-cards.tsx'
import { LevelSkeleton } from '../components/hierarchy/tree-level.tsx'
import { useHierarchyLevel, useHierarchySummary } from '../queries.ts'

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
        text="Add the first student, or upload a sheet of all of them. They appear here by batch, branch and section."
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
