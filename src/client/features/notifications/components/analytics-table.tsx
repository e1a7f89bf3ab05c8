import { Box, Group, Table, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Fragment, useState } from 'react'
import { formatDateTime } from '#client/lib/time.ts'
import colors from '#client/ui/charts/chart-colors.module.css'
import list from '#client/ui/data-list.module.css'
import { usePrinting } from '#client/ui/use-printing.ts'
import { targetLabels } from '../model/form-text.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics.module.css'
import { AnalyticsReaders } from './analytics-readers.tsx'
import { AnalyticsHeading, DetailsButton, detailsId, EngagementBar, SentOn } from './analytics-row.tsx'

/** A notification in full: text, sender, and who has seen it. */
const AnalyticsDetails = ({ notification }: { notification: AnalysedNotification }) => (
  <div className={classes.details}>
    <div>
      <Text component="h3" mb={4} c="dimmed" fz="xs" fw={600}>
        Message
      </Text>
      <Text fz="sm" lh={1.55} className={`anywhere ${classes.message}`}>
        {notification.message}
      </Text>
      <Group component="dl" gap="10px 32px" align="stretch" mt="md" fz="sm" className={classes.facts}>
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

/** The notifications with their figures. Each expands in place, which rows of `DataList` cannot do. */
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

const Rows = ({ notifications, opened, toggle }: ViewProps) => (
  <Table className={list.table} aria-label="Notification details">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Title</Table.Th>
        <Table.Th w={92}>Sent To</Table.Th>
        <Table.Th w={126} data-numeric>
          Total Recipients
        </Table.Th>
        <Table.Th w={72} data-numeric>
          Seen
        </Table.Th>
        <Table.Th w={72} data-numeric>
          Unseen
        </Table.Th>
        <Table.Th w={156}>Engagement</Table.Th>
        <Table.Th w={108}>Date</Table.Th>
        <Table.Th w={120} className={list.menuCell}>
          Actions
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {notifications.map((notification) => {
        const { id, sentTo, seenCount, unseenCount, totalRecipients } = notification
        const open = opened.has(id)
        return (
          <Fragment key={id}>
            <Table.Tr data-open={open || undefined} className={classes.row}>
              <Table.Td>
                <AnalyticsHeading notification={notification} />
              </Table.Td>
              <Table.Td>{targetLabels[sentTo]}</Table.Td>
              <Table.Td data-numeric>{totalRecipients.toLocaleString()}</Table.Td>
              <Table.Td data-numeric>{seenCount.toLocaleString()}</Table.Td>
              <Table.Td data-numeric>{unseenCount.toLocaleString()}</Table.Td>
              <Table.Td>
                <EngagementBar notification={notification} />
              </Table.Td>
              <Table.Td>
                <SentOn notification={notification} />
              </Table.Td>
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
      const { id, sentTo, seenCount, unseenCount, totalRecipients } = notification
      const open = opened.has(id)
      const facts = [
        { name: 'Sent To', value: targetLabels[sentTo] },
        { name: 'Total Recipients', value: totalRecipients.toLocaleString() },
        { name: 'Seen', value: seenCount.toLocaleString() },
        { name: 'Unseen', value: unseenCount.toLocaleString() },
        { name: 'Date', value: <SentOn notification={notification} /> },
      ]
      return (
        <li key={id} className={list.card}>
          <AnalyticsHeading notification={notification} />
          <dl className={`facts ${list.facts}`}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
            <div data-wide>
              <dt>Engagement</dt>
              <dd>
                <EngagementBar notification={notification} />
              </dd>
            </div>
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
