import { Box, Button, Group, Table, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Fragment, type ReactNode, useState } from 'react'
import { percentText } from '#client/lib/format.ts'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import colors from '#client/ui/charts/chart-colors.module.css'
import list from '#client/ui/data-list.module.css'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { engagementColors, previewOf } from '../model/analytics-text.ts'
import { targetLabels } from '../model/notification-text.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics.module.css'
import { AnalyticsReaders } from './analytics-readers.tsx'

/** A notification in full: its text, sender and readers. */
const AnalyticsDetails = ({ notification }: { notification: AnalysedNotification }) => (
  <div className={classes.details}>
    <div>
      <Text component="h3" mb={4} c="dimmed" fz="xs" fw={600}>
        Message
      </Text>
      <Text fz="sm" lh={1.55} className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {notification.message}
      </Text>
      <Group component="dl" gap="10px 32px" align="stretch" mt="md" fz="sm" className="anywhere">
        <div>
          <Text component="dt" mb={4} c="dimmed" fz="xs" fw={600}>
            Created by
          </Text>
          <dd>{notification.createdBy.name}</dd>
          <dd className={`anywhere ${classes.email}`}>{notification.createdBy.email}</dd>
        </div>
        <div>
          <Text component="dt" mb={4} c="dimmed" fz="xs" fw={600}>
            Sent
          </Text>
          <dd>{formatDateTime(notification.sentAt)}</dd>
        </div>
      </Group>
    </div>
    <AnalyticsReaders notification={notification} />
  </div>
)

interface ViewProps {
  notifications: readonly AnalysedNotification[]
  /** Ids of the expanded notifications. */
  opened: ReadonlySet<string>
  toggle: (id: string) => void
}

/** Below this width, in px, each notification is a card. */
const cardsBelow = 900

/** The notifications with their statistics. Each expands in place, which `DataList` rows cannot do. */
export function AnalyticsTable({ notifications }: Pick<ViewProps, 'notifications'>) {
  const { ref, width } = useElementSize()
  const printing = usePrinting()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const View = printing || width >= cardsBelow ? Rows : Cards
  return (
    <div ref={ref} className={colors.colors}>
      {(width > 0 || printing) && <View notifications={notifications} opened={opened} toggle={toggle} />}
    </div>
  )
}

interface Figure {
  header: string
  width: number
  numeric?: boolean
  /** True to take a full line on a card. */
  wide?: boolean
  cell: (notification: AnalysedNotification) => ReactNode
}

const figures: readonly Figure[] = [
  { header: 'Sent To', width: 92, cell: ({ sentTo }) => targetLabels[sentTo] },
  {
    header: 'Total Recipients',
    width: 126,
    numeric: true,
    cell: ({ totalRecipients }) => totalRecipients.toLocaleString(),
  },
  { header: 'Seen', width: 72, numeric: true, cell: ({ seenCount }) => seenCount.toLocaleString() },
  { header: 'Unseen', width: 72, numeric: true, cell: ({ unseenCount }) => unseenCount.toLocaleString() },
  { header: 'Engagement', width: 156, wide: true, cell: (one) => <EngagementBar notification={one} /> },
  { header: 'Date', width: 108, cell: (one) => <SentOn notification={one} /> },
]

const Rows = ({ notifications, opened, toggle }: ViewProps) => (
  <Table className={list.table} aria-label="Notification details">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Title</Table.Th>
        {figures.map(({ header, width, numeric }) => (
          <Table.Th key={header} w={width} data-numeric={numeric}>
            {header}
          </Table.Th>
        ))}
        <Table.Th w={120} className={list.menuCell}>
          Actions
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {notifications.map((notification) => {
        const { id } = notification
        const open = opened.has(id)
        return (
          <Fragment key={id}>
            <Table.Tr data-open={open || undefined} className={classes.row}>
              <Table.Td>
                <AnalyticsHeading notification={notification} />
              </Table.Td>
              {figures.map(({ header, numeric, cell }) => (
                <Table.Td key={header} data-numeric={numeric}>
                  {cell(notification)}
                </Table.Td>
              ))}
              <Table.Td className={list.menuCell}>
                <DetailsButton notification={notification} open={open} toggle={toggle} />
              </Table.Td>
            </Table.Tr>
            {open && (
              <Table.Tr className={classes.opened}>
                <Table.Td colSpan={8} id={detailsId(id)}>
                  <AnalyticsDetails notification={notification} />
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        )
      })}
    </Table.Tbody>
  </Table>
)

const Cards = ({ notifications, opened, toggle }: ViewProps) => (
  <ul className="rows" aria-label="Notification details">
    {notifications.map((notification) => {
      const { id } = notification
      const open = opened.has(id)
      const facts = figures.map(({ header, cell, wide = false }): Fact => [header, cell(notification), wide])
      return (
        <li key={id} className={list.card}>
          <AnalyticsHeading notification={notification} />
          <dl className={`facts ${list.facts}`}>
            <Facts facts={facts.toSorted((one, other) => Number(one[2]) - Number(other[2]))} className="tabular" />
          </dl>
          <Box mx={-8} mt={6}>
            <DetailsButton notification={notification} open={open} toggle={toggle} />
          </Box>
          {open && (
            <Box id={detailsId(id)} mt="xs">
              <AnalyticsDetails notification={notification} />
            </Box>
          )}
        </li>
      )
    })}
  </ul>
)

interface OfOne {
  notification: AnalysedNotification
}

/** A notification's title and the beginning of its text. */
const AnalyticsHeading = ({ notification: { title, message } }: OfOne) => (
  <>
    <Text component="div" inherit fw={550} className="anywhere">
      {title}
    </Text>
    <div className={`anywhere ${classes.preview}`}>{previewOf(message)}</div>
  </>
)

/** Share of recipients who have seen a notification, as a bar and a percentage. */
const EngagementBar = ({ notification: { seenPercentage, totalRecipients } }: OfOne) => (
  <Group component="span" gap={10} wrap="nowrap">
    <Box component="span" maw={240} h={6} className={`meter ${classes.track}`} aria-hidden>
      <span style={{ width: `${seenPercentage}%`, background: engagementColors.seen }} />
    </Box>
    <Text span inherit ta="right" className={`tabular nowrap ${classes.percent}`}>
      {totalRecipients === 0 ? '–' : percentText(seenPercentage)}
    </Text>
  </Group>
)

/** The day a notification was sent, as in the date filter. The time is shown on hover. */
const SentOn = ({ notification: { sentAt } }: OfOne) => (
  <time dateTime={sentAt} title={formatDateTime(sentAt)} className="nowrap">
    {formatDate(sentAt)}
  </time>
)

const detailsId = (id: string) => `details-${id}`

const DetailsButton = ({
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
    <span className="visually-hidden"> for {title}</span>
  </Button>
)
