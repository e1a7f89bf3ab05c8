import { Alert, Button, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { useActiveColleges, useAssignColleges, useAssignedColleges, useEveryActiveCollege } from '../queries.ts'
import classes from './assign-colleges-dialog.module.css'
import { CollegeChoice } from './college-choice.tsx'

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
  const [{ search, pages }, setAsked] = useState({ search: '', pages: 1 })
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [complaint, setComplaint] = useState<string | null>(null)
  const found = useActiveColleges(search, pages)
  const assigned = useAssignedColleges(test.id)
  const assign = useAssignColleges()
  const every = useEveryActiveCollege()
  const [gathering, setGathering] = useState(false)
  const offers = useMemo(() => new Map(assigned.data?.map((one) => [one.collegeId, one])), [assigned.data])
  const error = found.error ?? assigned.error
  const ready = found.colleges !== undefined && assigned.data !== undefined

  const toggle = useCallback((id: string) => {
    setComplaint(null)
    setPicked((before) => toggled(before, id))
  }, [])
  /** Includes matches that are not on screen yet. */
  const pickFound = async (wanted: boolean) => {
    setComplaint(null)
    setGathering(true)
    try {
      const ids = (await every(search)).map(({ id }) => id).filter((id) => !offers.has(id))
      setPicked((before) => (wanted ? new Set([...before, ...ids]) : without(before, ids)))
    } catch (failure) {
      setComplaint(messageOf(failure, 'Failed to load colleges'))
    } finally {
      setGathering(false)
    }
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
        Each college can accept or reject “{test.testName}”.
      </Text>
      <div className={classes.search}>
        <SearchInput
          value={search}
          onChange={(next) => setAsked({ search: next, pages: 1 })}
          placeholder="Search by name, code or email"
        />
      </div>
      {ready ? (
        <CollegeChoice
          colleges={found.colleges ?? []}
          total={found.total}
          searching={search !== ''}
          offers={offers}
          picked={picked}
          onToggle={toggle}
          onPickFound={(wanted) => void pickFound(wanted)}
          gathering={gathering}
          more={{
            loading: found.isFetching,
            failed: found.error !== null,
            onLoad: () => (found.error ? found.retry() : setAsked({ search, pages: pages + 1 })),
          }}
        />
      ) : (
        <div className={`card ${classes.frame}`}>
          {error ? (
            <ErrorState
              title="Failed to load colleges"
              message={messageOf(error)}
              onRetry={() => {
                found.retry()
                if (assigned.error) void assigned.refetch()
              }}
            />
          ) : (
            <Loading label="Loading colleges" />
          )}
        </div>
      )}
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

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

function without(before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(before)
  for (const id of ids) next.delete(id)
  return next
}
