import { Box, Button, Group, Text } from '@mantine/core'
import { percentText } from '#client/lib/format.ts'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import { engagementColors, previewOf } from '../model/analytics-text.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics.module.css'

interface OfOne {
  notification: AnalysedNotification
}

/** A notification's title and the beginning of its text. */
export const AnalyticsHeading = ({ notification: { title, message } }: OfOne) => (
  <>
    <Text component="div" inherit fw={550} className="anywhere">
      {title}
    </Text>
    <div className={`anywhere ${classes.preview}`}>{previewOf(message)}</div>
  </>
)

/** Share of recipients who have seen it, as a bar and a percentage. */
export const EngagementBar = ({ notification: { seenPercentage, totalRecipients } }: OfOne) => (
  <Group component="span" gap={10} wrap="nowrap">
    <Box component="span" maw={240} h={6} className={`meter ${classes.track}`} aria-hidden>
      <span style={{ width: `${seenPercentage}%`, background: engagementColors.seen }} />
    </Box>
    <Text span inherit ta="right" className={`tabular nowrap ${classes.percent}`}>
      {totalRecipients === 0 ? '–' : percentText(seenPercentage)}
    </Text>
  </Group>
)

/** The day it was sent, matching the filter's days. The time is shown on hover. */
export const SentOn = ({ notification: { sentAt } }: OfOne) => (
  <time dateTime={sentAt} title={formatDateTime(sentAt)} className="nowrap">
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
