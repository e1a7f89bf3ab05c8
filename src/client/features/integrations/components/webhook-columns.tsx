import { Text } from '@mantine/core'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Delivery, Webhook } from '#shared/integrations/webhooks.schema.ts'
import { deliveryStates, eventLabels, stateOf } from './webhook-labels.ts'

function State(webhook: Webhook) {
  return (
    <>
      <StatusBadge {...stateOf(webhook)} />
      {webhook.failingSince && (
        <Text size="xs" c="dimmed" component="div" mt={4}>
          Failing since <RelativeTime value={webhook.failingSince} />
        </Text>
      )}
    </>
  )
}

function Last({ delivery }: { delivery: Delivery | null }) {
  if (!delivery) return <>None yet</>
  return (
    <>
      <RelativeTime value={delivery.createdAt} />
      <Text size="xs" c="dimmed" component="div">
        {deliveryStates[delivery.status].label}
      </Text>
    </>
  )
}

export const webhookColumns: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Address',
    width: '42%',
    cell: ({ url, events }) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={url} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <Text size="xs" c="dimmed" fw={400} component="div">
          {events.map((event) => eventLabels[event]).join(' · ')}
        </Text>
      </>
    ),
  },
  { id: 'state', header: 'State', card: 'wide', cell: State },
  numberColumn('waiting', 'Pending', ({ waiting }) => waiting),
  { id: 'last', header: 'Last call', cell: ({ lastDelivery }) => <Last delivery={lastDelivery} /> },
]

function Outcome({ status, nextTryAt, lastError, lastStatus, tries }: Delivery) {
  const words = lastError ?? (lastStatus === null ? undefined : `Responded with ${lastStatus}`)
  return (
    <>
      <StatusBadge {...deliveryStates[status]} />
      {words && (
        <Text size="xs" c="dimmed" component="div" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {words}
        </Text>
      )}
      {nextTryAt && tries > 0 && (
        <Text size="xs" c="dimmed" component="div">
          Next try: <RelativeTime value={nextTryAt} />
        </Text>
      )}
    </>
  )
}

export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    header: 'Event',
    width: '34%',
    cell: ({ event, id }) => (
      <>
        {eventLabels[event]}
        <Text size="xs" c="dimmed" fw={400} component="div" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      </>
    ),
  },
  { id: 'at', header: 'When', width: 130, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
  numberColumn('tries', 'Tries', ({ tries }) => tries, { width: 70 }),
  { id: 'outcome', header: 'Outcome', card: 'wide', cell: Outcome },
]
