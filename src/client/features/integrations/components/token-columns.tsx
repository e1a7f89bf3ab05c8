import { Code, Group, Text } from '@mantine/core'
import { now } from '#client/lib/clock.ts'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { type ApiToken, tokenEndsSoon } from '#shared/integrations/tokens.schema.ts'
import { roleLabels } from '#shared/roles.ts'

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

export const tokenColumns: readonly Column<ApiToken>[] = [
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
