import { Button } from '@mantine/core'
import { percentText } from '#client/lib/format.ts'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import { engagementColors, previewOf } from '../model/analytics-text.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics-table.module.css'

interface OfOne {
  notification: AnalysedNotification
}

/** A notification's title and the beginning of its text. */
export const AnalyticsHeading = ({ notification: { title, message } }: OfOne) => (
  <>
    <div className={classes.title}>{title}</div>
    <div className={classes.preview}>{previewOf(message)}</div>
  </>
)

/** Share of recipients who have seen it, as a bar and a percentage. */
export const EngagementBar = ({ notification: { seenPercentage, totalRecipients } }: OfOne) => (
  <span className={classes.engagement}>
    <span className={classes.track} aria-hidden>
      <span style={{ width: `${seenPercentage}%`, background: engagementColors.seen }} />
    </span>
    <span className={classes.percent}>{totalRecipients === 0 ? '–' : percentText(seenPercentage)}</span>
  </span>
)

/** The day it was sent, matching the filter's days. The time is shown on hover. */
export const SentOn = ({ notification: { sentAt } }: OfOne) => (
  <time dateTime={sentAt} title={formatDateTime(sentAt)} className={classes.date}>
    {formatDate(sentAt)}
  </time>
)

export const detailsId = (id: string) => `details-${id}`

/** Opens or closes its details. */
export const DetailsButton = ({
  notification: { id, title },
  open,
  toggle,
}: OfOne & { open: boolean; toggle: (id: string) => void }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    aria-expanded={open}
    aria-controls={open ? detailsId(id) : undefined}
    onClick={() => toggle(id)}
  >
    {open ? 'Hide Details' : 'View Details'}
    <span className="visually-hidden"> of {title}</span>
  </Button>
)
