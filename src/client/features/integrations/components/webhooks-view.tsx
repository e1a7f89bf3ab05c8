import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconWebhook } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { maxWebhooks } from '#shared/integrations/webhooks.schema.ts'
import type { useWebhooks } from '../queries.ts'
import { useWebhookActions } from './use-webhook-actions.tsx'
import { webhookColumns } from './webhook-columns.tsx'

/** Webhooks, with their events. */
export function WebhooksView({ webhooks }: { webhooks: ReturnType<typeof useWebhooks> }) {
  const isMaster = useUser().role === 'master_admin'
  const all = webhooks.data?.webhooks
  const { actionsOf, add, show, dialogs } = useWebhookActions(all)
  const paused = all?.filter(({ isActive, failingSince }) => !isActive && failingSince !== null).length ?? 0
  const addButton = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={add}
      disabled={all !== undefined && all.length >= maxWebhooks}
    >
      Add webhook
    </Button>
  )
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 20rem">
          Each address is called by POST when something happens {isMaster ? 'on the platform' : 'in your college'}. A
          call is signed, and tried again for about 32 hours until it is taken.
        </Text>
        {all !== undefined && all.length > 0 && addButton}
      </Group>
      {paused > 0 && (
        <Alert color="red" variant="light" mb="md" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
          {plural(paused, 'webhook was', 'webhooks were')} paused because nothing got through for more than a day. When
          the receiver works again, send a test call, then resume.
        </Alert>
      )}
      <DataList
        label="Webhooks"
        columns={webhookColumns}
        rows={all}
        rowKey={({ id }) => id}
        error={webhooks.error}
        onRetry={() => void webhooks.refetch()}
        onOpen={show}
        actions={actionsOf}
        empty={
          <EmptyState
            icon={IconWebhook}
            title="No webhooks yet"
            text="Notify another app when a test is submitted or accepted, so that it doesn’t have to poll."
            action={addButton}
          />
        }
      />
      {dialogs}
    </>
  )
}
