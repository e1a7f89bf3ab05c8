import { Alert, Button, Text } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { plural } from '#client/lib/plural.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { useAssignColleges, useAssignedColleges, useCollegeSearch } from '../queries.ts'
import { AssignmentStatusBadge } from './assignment-status-badge.tsx'
import classes from './pick-list.module.css'
import { PickRow } from './pick-row.tsx'

interface AssignCollegesDialogProps {
  test: { id: string; testName: string }
  opened: boolean
  onClose: () => void
}

/** Offers a test to colleges. */
export function AssignCollegesDialog({ test, opened, onClose }: AssignCollegesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Assign Test to Colleges" size="lg">
      <CollegePicker test={test} onClose={onClose} />
    </Modal>
  )
}

function CollegePicker({ test, onClose }: Omit<AssignCollegesDialogProps, 'opened'>) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [complaint, setComplaint] = useState<string | null>(null)
  const colleges = useCollegeSearch(search)
  const assigned = useAssignedColleges(test.id)
  const assign = useAssignColleges()
  const statuses = useMemo(() => new Map(assigned.data?.map((one) => [one.collegeId, one.status])), [assigned.data])
  const error = colleges.error ?? assigned.error
  const ready = colleges.data && assigned.data

  const toggle = (id: string) => {
    setComplaint(null)
    setPicked((before) => toggled(before, id))
  }
  const submit = async () => {
    if (picked.size === 0) return setComplaint('Please select at least one college')
    setComplaint(null)
    try {
      const answer = await assign.mutateAsync({ id: test.id, collegeIds: [...picked] })
      const again = answer.alreadyAssigned > 0 ? ` (${answer.alreadyAssigned.toLocaleString()} already had it)` : ''
      notify.success(`Assigned to ${plural(answer.assigned, 'college')}${again}`)
      onClose()
    } catch (failure) {
      setComplaint(messageOf(failure, 'Failed to assign test to colleges'))
    }
  }

  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        Each college decides by itself whether it accepts “{test.testName}”.
      </Text>
      <div className={classes.search}>
        <SearchInput value={search} onChange={setSearch} placeholder="Search by name, code or email" />
      </div>
      <div className={classes.frame} aria-busy={colleges.isFetching}>
        {!ready && error && (
          <ErrorState
            title="Failed to load colleges"
            message={messageOf(error)}
            onRetry={() => {
              void colleges.refetch()
              void assigned.refetch()
            }}
          />
        )}
        {!ready && !error && <Loading label="Loading colleges" />}
        {ready && (
          <CollegeList
            colleges={colleges.data.colleges}
            total={colleges.data.pagination.total}
            searching={search !== ''}
            statuses={statuses}
            picked={picked}
            onToggle={toggle}
          />
        )}
      </div>
      <div role="alert">
        {complaint && (
          <Alert color="red" variant="light" mt="sm" py="xs">
            {complaint}
          </Alert>
        )}
      </div>
      <StickyActions>
        <Text size="sm" c="dimmed" mr="auto" className="tabular" aria-live="polite">
          {picked.size.toLocaleString()} selected
        </Text>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={assign.isPending} disabled={!ready} onClick={() => void submit()}>
          Assign
        </Button>
      </StickyActions>
    </>
  )
}

interface CollegeListProps {
  colleges: NonNullable<ReturnType<typeof useCollegeSearch>['data']>['colleges']
  /** How many the search finds, shown or not. */
  total: number
  searching: boolean
  /** The college's answer, for those who have been offered the test. */
  statuses: ReadonlyMap<string, 'pending' | 'accepted' | 'rejected'>
  picked: ReadonlySet<string>
  onToggle: (id: string) => void
}

function CollegeList({ colleges, total, searching, statuses, picked, onToggle }: CollegeListProps) {
  // Inactive colleges cannot be given a test, so they are not offered.
  const active = colleges.filter((college) => college.isActive).sort((one, other) => one.name.localeCompare(other.name))
  if (active.length === 0)
    return searching ? (
      <EmptyState icon={IconBuildingCommunity} title="No active college matches your search" />
    ) : (
      <EmptyState
        icon={IconBuildingCommunity}
        title="No active colleges yet"
        text="Create a college first, then offer it this test."
        action={<LinkButton to="/colleges">Go to Colleges</LinkButton>}
      />
    )
  return (
    <>
      <ul className={classes.list} aria-label="Colleges">
        {active.map(({ id, name, code, totalStudents }) => {
          const status = statuses.get(id)
          return (
            <PickRow
              key={id}
              title={name}
              text={`${code} · ${plural(totalStudents, 'student')}`}
              checked={status !== undefined || picked.has(id)}
              disabled={status !== undefined}
              badge={status && <AssignmentStatusBadge status={status} />}
              onToggle={() => onToggle(id)}
            />
          )
        })}
      </ul>
      {total > colleges.length && (
        <p className={classes.more}>
          The first {colleges.length.toLocaleString()} of {total.toLocaleString()}. Refine your search to see others.
        </p>
      )}
    </>
  )
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
