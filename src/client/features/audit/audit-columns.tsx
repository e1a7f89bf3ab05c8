import { Text } from '@mantine/core'
import { now } from '#client/lib/clock.ts'
import { locale } from '#client/lib/format.ts'
import { formatDate, formatRelative } from '#client/lib/time.ts'
import { CollegeLink } from '#client/ui/college-link.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { Dash, Note } from '#client/ui/note.tsx'
import type { AuditEntry } from '#shared/audit/audit.schema.ts'
import { detailsOf } from '#shared/audit/details.rules.ts'
import { actionWords } from '#shared/audit/sentences.rules.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from './audit.module.css'

const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

const none = <Dash label="None" />

const college: Column<AuditEntry> = {
  id: 'college',
  header: 'College',
  card: 'wide',
  width: '16%',
  cell: ({ college: of }) =>
    of === null ? (
      none
    ) : of.name === null ? (
      <Text size="sm" c="dimmed" component="span" fs="italic">
        Deleted college
      </Text>
    ) : (
      <Text size="sm" component="div" lineClamp={2} title={of.name}>
        <CollegeLink collegeId={of.id}>{of.name}</CollegeLink>
      </Text>
    ),
}

/** Columns of the audit log. @param byCollege adds the college, for users who see several colleges */
export const auditColumns = (byCollege: boolean): readonly Column<AuditEntry>[] => [
  {
    id: 'at',
    header: 'When',
    width: 128,
    // Show exact times, as logs do, and relative times in the tooltip.
    cell: ({ at }) => (
      <time dateTime={at} title={formatRelative(at, now())} className="tabular nowrap">
        {formatDate(at)}
        <Text span inherit display="block" c="dimmed" fz="xs">
          {timeOfDay.format(new Date(at))}
        </Text>
      </time>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    card: 'wide',
    width: '27%',
    cell: ({ actor }) =>
      actor === null ? (
        'The platform'
      ) : (
        <>
          <Text size="sm" fw={550} component="div" lineClamp={2} title={actor.name}>
            {actor.name}
          </Text>
          <Note>
            {roleLabels[actor.role]} · {actor.email}
          </Note>
        </>
      ),
  },
  { id: 'what', header: 'What', card: 'title', cell: (entry) => <What entry={entry} /> },
  ...(byCollege ? [college] : []),
  {
    id: 'address',
    header: 'From',
    width: 118,
    cell: ({ address }) =>
      address === null ? (
        none
      ) : (
        <Text span inherit ff="monospace" fz={12}>
          {address}
        </Text>
      ),
  },
]

function What({ entry }: { entry: AuditEntry }) {
  const { before, about, after } = actionWords[entry.action].sentence(entry)
  const details = detailsOf(entry)
  return (
    <>
      <div className={`anywhere ${classes.sentence}`}>
        {before}
        {about !== undefined && (
          <>
            {' '}
            <strong>{about}</strong>
          </>
        )}
        {after !== undefined && ` ${after}`}
      </div>
      {details.length > 0 && (
        <details className={classes.details}>
          <summary>Details</summary>
          <dl>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
