import { Table } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Fragment, useState } from 'react'
import { formatDateTime } from '#client/lib/time.ts'
import colors from '#client/ui/charts/chart-colors.module.css'
import list from '#client/ui/data-list.module.css'
import { usePrinting } from '#client/ui/use-printing.ts'
import { targetWords } from '../model/form-text.ts'
import type { AnalysedNotification } from '../queries.ts'
import analyticsDetailsClasses from './analytics-details.module.css'
import { AnalyticsReaders } from './analytics-readers.tsx'
import { AnalyticsHeading, DetailsButton, detailsId, EngagementBar, SentOn } from './analytics-row.tsx'
import classes from './analytics-table.module.css'

/** A notification in full: text, sender, and who has seen it. */
const AnalyticsDetails = ({ notification }: { notification: AnalysedNotification }) => (
  <div className={analyticsDetailsClasses.details}>
    <div>
      <h3 className={analyticsDetailsClasses.heading}>Message</h3>
      <p className={analyticsDetailsClasses.message}>{notification.message}</p>
      <dl className={analyticsDetailsClasses.facts}>
        <div>
          <dt className={analyticsDetailsClasses.heading}>Created by</dt>
          <dd>{notification.createdBy.name}</dd>
          <dd className={analyticsDetailsClasses.email}>{notification.createdBy.email}</dd>
        </div>
        <div>
          <dt className={analyticsDetailsClasses.heading}>Sent</dt>
          <dd>{formatDateTime(notification.sentAt)}</dd>
        </div>
      </dl>
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
              <Table.Td>{targetWords[sentTo]}</Table.Td>
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
  <ul className={list.cards} aria-label="Notification details">
    {notifications.map((notification) => {
      const { id, sentTo, seenCount, unseenCount, totalRecipients } = notification
      const open = opened.has(id)
      const facts = [
        { name: 'Sent To', value: targetWords[sentTo] },
        { name: 'Total Recipients', value: totalRecipients.toLocaleString() },
        { name: 'Seen', value: seenCount.toLocaleString() },
        { name: 'Unseen', value: unseenCount.toLocaleString() },
        { name: 'Date', value: <SentOn notification={notification} /> },
      ]
      return (
        <li key={id} className={list.card}>
          <AnalyticsHeading notification={notification} />
          <dl className={list.facts}>
            {facts.map(({ name, value }) => (
              <div key={name} className={list.fact}>
                <dt>{name}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
            <div className={list.fact} data-wide>
              <dt>Engagement</dt>
              <dd>
                <EngagementBar notification={notification} />
              </dd>
            </div>
          </dl>
          <div className={classes.cardAction}>
            <DetailsButton notification={notification} open={open} toggle={toggle} />
          </div>
          {open && (
            <div id={detailsId(id)} className={classes.cardDetails}>
              <AnalyticsDetails notification={notification} />
            </div>
          )}
        </li>
      )
    })}
  </ul>
)
