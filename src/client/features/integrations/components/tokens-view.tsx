import { Button, Code, Group, Text } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { now } from '#client/lib/clock.ts'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { type ApiToken, mostTokens, tokenEndsSoon } from '#shared/integrations/tokens.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { useDeleteToken, type useTokens } from '../queries.ts'
import { ShownOnce } from './shown-once.tsx'
import { TokenFormModal } from './token-form-modal.tsx'

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const left = Date.parse(expiresAt) - now()
  return (
    <Group gap="xs" wrap="wrap">
      <RelativeTime value={expiresAt} />
      {left <= 0 && <StatusBadge tone="danger" label="Expired" />}
      {left > 0 && left <= tokenEndsSoon && <StatusBadge tone="warning" label="Ends soon" />}
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
  { id: 'access', header: 'May', cell: ({ access }) => (access === 'read' ? 'Only read' : 'Read and change') },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
  { id: 'used', header: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime value={lastUsedAt} /> },
  { id: 'expires', header: 'Ends', width: 170, cell: (token) => <Expiry expiresAt={token.expiresAt} /> },
]

type Created = RouterOutputs['integrations']['tokens']['create']

/** The user's API tokens. */
export function TokensView({ tokens }: { tokens: ReturnType<typeof useTokens> }) {
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
    try {
      await remove.mutateAsync({ id })
      notify.success('Token deleted')
    } catch (error) {
      notify.error(messageOf(error, 'Failed to delete the token'))
    }
  }
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => creating.open(true)}
      disabled={all !== undefined && all.length >= mostTokens}
    >
      Create token
    </Button>
  )

  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 20rem">
          A program sends its token with each call, in place of a sign-in, at most 600 calls a minute. Changing your
          password or signing out everywhere deletes your tokens.
        </Text>
        {all !== undefined && all.length > 0 && create}
      </Group>
      <DataList
        label="API tokens"
        columns={tokenColumns}
        rows={all}
        rowKey={({ id }) => id}
        error={tokens.error}
        errorTitle="Failed to load the API tokens"
        onRetry={() => void tokens.refetch()}
        actions={(token) => [
          { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void revoke(token) },
        ]}
        empty={
          <EmptyState
            icon={IconKey}
            title="No API tokens yet"
            text="A token lets another app read results or add people on your behalf, without your password."
            action={create}
          />
        }
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
      {created.about && (
        <ShownOnce
          key={created.openCount}
          title="Token created"
          text={`Copy this token into “${created.about.apiToken.name}”. The app sends it as Authorization: Bearer; it works immediately.`}
          value={created.about.token}
          noun="token"
          opened={created.opened}
          onClose={created.close}
        />
      )}
    </>
  )
}
