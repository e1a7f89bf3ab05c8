import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { useSentForPrint, useSentNotifications } from '../queries.ts'
import { sentColumns } from './sent-columns.tsx'
import { SentFilters } from './sent-filters.tsx'
import { StatsOverview } from './stats-overview.tsx'
import { useSentActions } from './use-sent-actions.tsx'
import { useSentFilters } from './use-sent-filters.ts'

/** Sent notifications with their figures: all for the master admin, their own college's for a college admin. */
export function SentView() {
  const isMaster = useUser().role === 'master_admin'
  const { page, limit, setParams, value, query, filtered, clear } = useSentFilters()
  const sent = useSentNotifications({ page, limit, ...query })
  const { rows: printRows } = useSentForPrint(query)
  const { actionsOf, open, dialogs } = useSentActions()
  const columns = useMemo(() => sentColumns(isMaster, open), [isMaster, open])
  return (
    <>
      <StatsOverview />
      <Text component="h2" mb="sm" fz="md" fw={600} id="sent-notifications">
        Sent notifications
      </Text>
      <SentFilters value={value} onChange={setParams} onClear={filtered ? clear : undefined} bySender={isMaster} />
      <DataList
        label="Sent notifications"
        columns={columns}
        rows={printRows ?? sent.data?.notifications}
        rowKey={(notification) => notification.id}
        error={sent.error}
        errorTitle="Failed to load notifications"
        onRetry={() => void sent.refetch()}
        stale={sent.isPlaceholderData}
        actions={actionsOf}
        onOpen={open}
        pagination={printRows ? undefined : sent.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        cardsBelow={56}
        empty={
          filtered ? (
            <NoMatches text="Try other words, or fewer filters." onClear={clear} />
          ) : (
            <EmptyState
              icon={IconSend}
              title="Nothing sent yet"
              text={`Write to ${isMaster ? 'colleges, faculty or students' : 'faculty or students'}, now or at a time you choose.`}
              action={
                <LinkButton to="/create-notification" variant="light">
                  Create Notification
                </LinkButton>
              }
            />
          )
        }
      />
      {dialogs}
    </>
  )
}
