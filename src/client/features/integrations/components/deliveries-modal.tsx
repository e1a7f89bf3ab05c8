import { Button, Group, Text } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterSelect } from '#client/ui/filter-bar.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { type Delivery, deliveryStatuses, type Webhook } from '#shared/integrations/webhooks.schema.ts'
import { useDeliveries, useResendDelivery } from '../queries.ts'
import { deliveryColumns } from './webhook-columns.tsx'
import { deliveryStates } from './webhook-labels.ts'

interface DeliveriesModalProps {
  webhook: Webhook
  opened: boolean
  onClose: () => void
  onPing: () => void
}

const perPage = 20

/** A webhook's deliveries of the last 30 days, newest first. */
export function DeliveriesModal({ webhook, opened, onClose, onPing }: DeliveriesModalProps) {
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<Delivery['status']>()
  const deliveries = useDeliveries({ id: webhook.id, page, limit: perPage, status })
  const resend = useResendDelivery()
  const again = async ({ id }: Delivery) => {
    try {
      await resend.mutateAsync({ id: webhook.id, deliveryId: id })
      notify.success('Sending again')
    } catch (error) {
      notify.error(messageOf(error, 'Failed to send again'))
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Calls of the last 30 days" size="wide">
      <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
      <Group mb="md" gap="sm">
        <FilterSelect
          label="Outcome"
          all="All outcomes"
          value={status}
          options={deliveryStatuses.map((value) => ({ value, label: deliveryStates[value].label }))}
          onChange={(next) => {
            setPage(1)
            setStatus(deliveryStatuses.find((known) => known === next))
          }}
        />
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={onPing}>
          Send a test call
        </Button>
      </Group>
      <DataList
        label="Calls"
        columns={deliveryColumns}
        rows={deliveries.data?.deliveries}
        rowKey={({ id }) => id}
        error={deliveries.error}
        onRetry={() => void deliveries.refetch()}
        stale={deliveries.isPlaceholderData}
        pagination={deliveries.data?.pagination}
        onPageChange={setPage}
        actions={(one) =>
          one.status === 'waiting' ? [] : [{ label: 'Send again', icon: IconRefresh, onClick: () => void again(one) }]
        }
        empty={
          <EmptyState
            icon={IconSend}
            title={status ? 'No calls with this outcome' : 'Nothing sent yet'}
            text="Send a test call to see within seconds whether the address accepts it."
          />
        }
      />
    </Modal>
  )
}
