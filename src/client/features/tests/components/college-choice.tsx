import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { plural } from '#client/lib/format.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { assignmentStatuses } from '#shared/assignments/assignments.schema.ts'
import type { ActiveCollege, CollegeOffer } from '../queries.ts'
import classes from './assign-colleges-dialog.module.css'
import { AssignmentStatusBadge } from './assignment-status-badge.tsx'

interface CollegeChoiceProps {
  /** Colleges loaded so far. */
  colleges: readonly ActiveCollege[]
  /** Number of matches, loaded or not. */
  total: number
  searching: boolean
  /** Responses of the colleges that were offered the test. */
  offers: ReadonlyMap<string, CollegeOffer>
  picked: ReadonlySet<string>
  onToggle: (id: string) => void
  /** Selects or deselects all matches. */
  onPickFound: (wanted: boolean) => void
  /** True while all matches are being loaded. */
  gathering: boolean
  more: { loading: boolean; failed: boolean; onLoad: () => void }
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** Selects active colleges. Those already offered the test show their response. */
export function CollegeChoice(props: CollegeChoiceProps) {
  const { colleges, total, searching, offers, picked, onToggle, onPickFound, gathering, more } = props
  // The server returns the newest first. A fully loaded list is easier to scan by name.
  const shown =
    colleges.length < total ? colleges : [...colleges].sort((one, other) => byName.compare(one.name, other.name))
  const found = searching ? ' found' : ''
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
          {found}
        </Button>
        {picked.size > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={gathering}
            onClick={() => onPickFound(false)}
          >
            Select none{found && ' of them'}
          </Button>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={`card ${classes.frame}`} aria-label="Colleges" aria-busy={more.loading} tabIndex={0}>
        {shown.length === 0 ? (
          <NoColleges searching={searching} />
        ) : (
          <ul className="rows">
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
              {more.failed
                ? 'Failed to load colleges'
                : `${colleges.length.toLocaleString()} of ${total.toLocaleString()}, newest first`}
            </span>
            <Button variant="default" size="compact-sm" loading={more.loading} onClick={more.onLoad}>
              {more.failed ? 'Retry' : 'Show more'}
            </Button>
          </Group>
        )}
      </section>
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
  const id = useId()
  const had = offer !== undefined
  return (
    <li className={classes.row} data-disabled={had || undefined}>
      <Checkbox id={id} checked={had || picked} disabled={had} onChange={() => onToggle(college.id)} />
      <label htmlFor={id} className={`anywhere ${classes.label}`}>
        <span className={classes.name}>{college.name}</span>
        <span className={classes.text}>
          {college.code} · {plural(college.totalStudents, 'student')}
        </span>
        {offer?.rejectionReason && <span className={classes.text}>Reason: {offer.rejectionReason}</span>}
      </label>
      {offer && <AssignmentStatusBadge status={offer.status} />}
    </li>
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
