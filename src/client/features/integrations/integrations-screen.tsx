import { Button, Code, Group, Text } from '@mantine/core'
import { IconKey, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react'
import { now } from '#client/lib/clock.ts'
import { plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useUser } from '#client/lib/session.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ShownOnce } from '#client/ui/shown-once.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { type ApiToken, maxTokens, tokenEndsSoon } from '#shared/integrations/tokens.schema.ts'
import { maxWebhooks } from '#shared/integrations/webhooks.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { TokenFormModal } from './components/token-form-modal.tsx'
import { useWebhookActions } from './components/use-webhook-actions.tsx'
import { webhookColumns } from './components/webhook-columns.tsx'
import { useDeleteToken, useTokens, useWebhooks } from './queries.ts'

export function IntegrationsScreen() {
  const [params, setParams] = useListParams(['view'])
  const view = params.view === 'webhooks' ? 'webhooks' : 'tokens'
  const tokens = useTokens()
  const webhooks = useWebhooks()
  return (
    <>
      <PageHeader title="Integrations" purpose="Connect other apps with API tokens and webhooks." />
      <TabsBar
        label="Integrations"
        value={view}
        onChange={(next) => setParams({ view: next === 'tokens' ? '' : next })}
        tabs={[
          { value: 'tokens', label: 'API tokens', count: tokens.data?.tokens.length },
          { value: 'webhooks', label: 'Webhooks', count: webhooks.data?.webhooks.length },
        ]}
      >
        {view === 'tokens' ? <TokensView tokens={tokens} /> : <WebhooksView webhooks={webhooks} />}
      </TabsBar>
    </>
  )
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const left = Date.parse(expiresAt) - now()
  return (
    <Group gap="xs" wrap="wrap">
      <RelativeTime value={expiresAt} />
      {left <= 0 && <StatusBadge tone="danger" label="Expired" />}
      {left > 0 && left <= tokenEndsSoon && <StatusBadge tone="warning" label="Expires soon" />}
    </Group>
  )
}

const tokenColumns: readonly Column<ApiToken>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '30%',
    cell: ({ name, hint }) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Code>{hint}…</Code>
      </>
    ),
  },
  { id: 'role', header: 'Acts as', cell: ({ role }) => roleLabels[role] },
  { id: 'access', header: 'Access', cell: ({ access }) => (access === 'read' ? 'Read only' : 'Read and write') },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
  { id: 'used', header: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime value={lastUsedAt} /> },
  { id: 'expires', header: 'Expires', width: 170, cell: (token) => <Expiry expiresAt={token.expiresAt} /> },
]

type Created = RouterOutputs['integrations']['tokens']['create']

function TokensView({ tokens }: { tokens: ReturnType<typeof useTokens> }) {
  const creating = useDialog<true>()
  const created = useDialog<Created>()
  const confirm = useConfirm()
  const remove = useDeleteToken()
  const all = tokens.data?.tokens
  const revoke = async ({ id, name }: ApiToken) => {
    const sure = await confirm({
      title: 'Delete this token?',
      message: `Apps that use “${name}” lose access immediately.`,
      consequences: 'A deleted token cannot be restored. Create a new one if an app still needs access.',
      confirmLabel: 'Delete token',
    })
    if (!sure) return
    await reportOutcome(remove.mutateAsync({ id }), 'Token deleted', 'Failed to delete the token')
  }
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => creating.open(true)}
      disabled={all !== undefined && all.length >= maxTokens}
    >
      Create token
    </Button>
  )

  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 20rem">
          Programs send a token with each call instead of signing in, up to 600 calls a minute. Changing your password
          or signing out everywhere deletes your tokens.
        </Text>
        {all !== undefined && all.length > 0 && create}
      </Group>
      <DataList
        label="API tokens"
        columns={tokenColumns}
        rows={all}
        rowKey={({ id }) => id}
        query={tokens}
        errorTitle="Failed to load the API tokens"
        actions={(token) => [
          { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void revoke(token) },
        ]}
        empty={{
          icon: IconKey,
          title: 'No API tokens yet',
          text: 'A token lets another app read results or add people on your behalf, without your password.',
          action: create,
        }}
      />
      <TokenFormModal
        key={creating.openCount}
        opened={creating.opened}
        onClose={creating.close}
        onCreated={(answer) => {
          creating.close()
          created.open(answer)
        }}
      />
      {created.show(({ apiToken, token }, dialog) => (
        <ShownOnce
          title="Token created"
          text={`Copy this token into “${apiToken.name}”. The app sends it as Authorization: Bearer; it works immediately.`}
          value={token}
          noun="token"
          {...dialog}
        />
      ))}
    </>
  )
}

function WebhooksView({ webhooks }: { webhooks: ReturnType<typeof useWebhooks> }) {
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
          Each address gets a signed POST when something happens {isMaster ? 'on the platform' : 'in your college'}.
          Failed calls are retried for about 32 hours.
        </Text>
        {all !== undefined && all.length > 0 && addButton}
      </Group>
      {paused > 0 && (
        <Warning color="red" mb="md" role="status">
          {plural(paused, 'webhook was', 'webhooks were')} paused because nothing got through for more than a day. When
          the receiver works again, send a test call, then resume.
        </Warning>
      )}
      <DataList
        label="Webhooks"
        columns={webhookColumns}
        rows={all}
        rowKey={({ id }) => id}
        query={webhooks}
        onOpen={show}
        actions={actionsOf}
        empty={{
          icon: IconWebhook,
          title: 'No webhooks yet',
          text: 'Notify another app when a test is submitted or accepted, without polling.',
          action: addButton,
        }}
      />
      {dialogs}
    </>
  )
}
