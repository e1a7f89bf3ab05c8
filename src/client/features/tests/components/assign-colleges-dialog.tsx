import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { PickRow } from '#client/ui/pick-row.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { assignmentStatuses } from '#shared/assignments/assignments.schema.ts'
import {
  type ActiveCollege,
  type CollegeOffer,
  useActiveColleges,
  useAssignColleges,
  useAssignedColleges,
  useEveryActiveCollege,
} from '../queries.ts'
import { AssignmentStatusBadge } from './assignment-status-badge.tsx'

interface AssignCollegesDialogProps extends DialogProps {
  test: { id: string; testName: string }
}

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
  const ready = found.colleges !== undefined && assigned.data !== undefined
  const retry = () => {
    found.retry()
    if (assigned.error) void assigned.refetch()
  }

  const toggle = useCallback((id: string) => {
    setComplaint(null)
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  /** Selects or clears all matches, including ones not on screen yet. */
  const pickFound = async (wanted: boolean) => {
    setComplaint(null)
    setGathering(true)
    try {
      const ids = new Set((await every(search)).map(({ id }) => id).filter((id) => !offers.has(id)))
      setPicked((before) => new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.has(id))))
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
      <SearchInput
        wide
        value={search}
        onChange={(next) => setAsked({ search: next, pages: 1 })}
        placeholder="Search by name, code or email"
      />
      {ready ? (
        <CollegeChoice
          found={found}
          searching={search !== ''}
          offers={offers}
          picked={picked}
          onToggle={toggle}
          onPickFound={(wanted) => void pickFound(wanted)}
          gathering={gathering}
          onMore={() => setAsked({ search, pages: pages + 1 })}
        />
      ) : (
        <Box {...frame} className="card">
          <QueryPending
            query={{ error: found.error ?? assigned.error, refetch: retry }}
            failed="Failed to load colleges"
            loading="Loading colleges"
          />
        </Box>
      )}
      <div role="alert">
        {complaint && (
          <Alert color="red" mt="sm" py="xs">
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

interface CollegeChoiceProps {
  found: ReturnType<typeof useActiveColleges>
  searching: boolean
  /** Responses from the colleges that were offered the test. */
  offers: ReadonlyMap<string, CollegeOffer>
  picked: ReadonlySet<string>
  onToggle: (id: string) => void
  onPickFound: (wanted: boolean) => void
  /** True while all matches are being loaded. */
  gathering: boolean
  onMore: () => void
}

/** Fixed, so the dialog keeps its size while a search narrows the list. */
const frame = { h: 'min(380px, 42dvh)', style: { overflowY: 'auto' } } as const

const byName = new Intl.Collator(undefined, { numeric: true })

/** Selects active colleges. Colleges already offered the test are disabled and show their response. */
function CollegeChoice(props: CollegeChoiceProps) {
  const { found, searching, offers, picked, onToggle, onPickFound, gathering, onMore } = props
  const { colleges = [], total, error, isFetching } = found
  // The server returns the newest first. Sort a fully loaded list by name to make it easier to scan.
  const shown =
    colleges.length < total ? colleges : [...colleges].sort((one, other) => byName.compare(one.name, other.name))
  return (
    <>
      <Group gap={4} mb="xs">
        <Text span inherit flex="1 1 240px" c="dimmed" fz="xs">
          {alreadyText(offers)}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={total === 0}
          loading={gathering}
          onClick={() => onPickFound(true)}
        >
          Select all {total.toLocaleString()}
          {searching && ' found'}
        </Button>
        {picked.size > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={gathering}
            onClick={() => onPickFound(false)}
          >
            Deselect all{searching && ' found'}
          </Button>
        )}
      </Group>
      <Box component="section" {...frame} className="card" aria-label="Colleges" aria-busy={isFetching} tabIndex={0}>
        {shown.length === 0 ? (
          <NoColleges searching={searching} />
        ) : (
          <ul className="rows" data-many>
            {shown.map((college) => (
              <CollegeRow
                key={college.id}
                college={college}
                offer={offers.get(college.id)}
                picked={picked.has(college.id)}
                onToggle={onToggle}
              />
            ))}
          </ul>
        )}
        {colleges.length < total && (
          <Group gap="xs" justify="space-between" py="xs" px="md" c="dimmed" fz="sm" className="line-above">
            <span className="tabular">
              {error
                ? 'Failed to load colleges'
                : `${colleges.length.toLocaleString()} of ${total.toLocaleString()}, newest first`}
            </span>
            <Button variant="default" size="compact-sm" loading={isFetching} onClick={error ? found.retry : onMore}>
              {error ? 'Retry' : 'Show more'}
            </Button>
          </Group>
        )}
      </Box>
    </>
  )
}

/** `Assigned to 4 colleges: 2 accepted, 1 pending, 1 rejected`. */
function alreadyText(offers: ReadonlyMap<string, CollegeOffer>): string {
  if (offers.size === 0) return 'Not assigned to any college yet'
  const all = [...offers.values()]
  const parts = assignmentStatuses
    .map((status) => ({ status, count: all.filter((one) => one.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count.toLocaleString()} ${status}`)
  return `Assigned to ${plural(offers.size, 'college')}: ${parts.join(', ')}`
}

interface CollegeRowProps {
  college: ActiveCollege
  offer: CollegeOffer | undefined
  picked: boolean
  onToggle: (id: string) => void
}

/** Memoized, because there may be a thousand rows. */
const CollegeRow = memo(function CollegeRow({ college, offer, picked, onToggle }: CollegeRowProps) {
  const had = offer !== undefined
  return (
    <PickRow
      title={college.name}
      text={`${college.code} · ${plural(college.totalStudents, 'student')}`}
      note={offer?.rejectionReason ? `Reason: ${offer.rejectionReason}` : undefined}
      checked={had || picked}
      disabled={had}
      badge={offer && <AssignmentStatusBadge status={offer.status} />}
      onToggle={() => onToggle(college.id)}
    />
  )
})

const NoColleges = ({ searching }: { searching: boolean }) =>
  searching ? (
    <EmptyState icon={IconBuildingCommunity} title="No active college matches your search" />
  ) : (
    <EmptyState
      icon={IconBuildingCommunity}
      title="No active colleges yet"
      text="Create a college first, then offer it this test."
      action={<LinkButton to="/colleges">Go to Colleges</LinkButton>}
    />
  )
