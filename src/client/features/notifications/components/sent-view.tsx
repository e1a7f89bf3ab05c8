import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { priorities, senderRoles, statuses, targetTypes, types } from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { named, statusLabels, targetLabels } from '../model/notification-text.ts'
import { useSentForPrint, useSentNotifications } from '../queries.ts'
import { KindFilters } from './kind-filters.tsx'
import { sentColumns } from './sent-columns.tsx'
import { StatsOverview } from './stats-overview.tsx'
import { useSentActions } from './use-sent-actions.tsx'

/** Sent notifications with their statistics: all of them for the master admin, one college's for its admin. */
export function SentView() {
  const isMaster = useUser().role === 'master_admin'
  const { page, limit, setParams, value, query, filtered, clear } = useSentFilters()
  const sent = useSentNotifications({ page, limit, ...query })
  const { rows: printRows } = useSentForPrint(query)
  const filter = bindFilters(value, setParams)
  const { actionsOf, open, dialogs } = useSentActions()
  const columns = useMemo(() => sentColumns(isMaster, open), [isMaster, open])
  return (
    <>
      <StatsOverview />
      <Text component="h2" mb="sm" fz="md" fw={600} id="sent-notifications">
        Sent notifications
      </Text>
      <FilterBar
        search={{ ...filter('search'), placeholder: 'Search sent notifications' }}
        onClear={filtered ? clear : undefined}
      >
        <KindFilters filter={filter} />
        <FilterSelect
          label="Sent to"
          all="All recipients"
          options={named(
            targetTypes.filter((target) => isMaster || target !== 'colleges'),
            targetLabels,
          )}
          {...filter('target')}
        />
        <FilterSelect label="Status" all="Any status" options={named(statuses, statusLabels)} {...filter('status')} />
        {isMaster && (
          <FilterSelect
            label="Sender"
            all="All senders"
            options={named(senderRoles, roleLabels)}
            {...filter('sender')}
          />
        )}
      </FilterBar>
      <DataList
        {...pagedBy(sent, setParams)}
        label="Sent notifications"
        columns={columns}
        rows={printRows ?? sent.data?.notifications}
        rowKey={(notification) => notification.id}
        errorTitle="Failed to load notifications"
        actions={actionsOf}
        onOpen={open}
        {...(printRows && { pagination: undefined })}
        cardsBelow={56}
        noMatches={filtered && { text: 'Try other words, or fewer filters.', onClear: clear }}
        empty={{
          icon: IconSend,
          title: 'Nothing sent yet',
          text: `Write to ${isMaster ? 'colleges, faculty or students' : 'faculty or students'}, now or at a time you choose.`,
          action: (
            <LinkButton to="/create-notification" variant="light">
              Create Notification
            </LinkButton>
          ),
        }}
      />
      {dialogs}
    </>
  )
}

export const none = { search: '', type: '', priority: '', target: '', status: '', sender: '' }

/** Filters for sent notifications, from the URL. Ignores invalid values from old or mistyped links. */
export function useSentFilters() {
  const isMaster = useUser().role === 'master_admin'
  const [params, setParams] = useListParams(['type', 'priority', 'target', 'status', 'sender'])
  const value = {
    search: params.search,
    type: types.find((known) => known === params.type),
    priority: priorities.find((known) => known === params.priority),
    target: targetTypes.find((known) => known === params.target),
    status: statuses.find((known) => known === params.status),
    sender: isMaster ? senderRoles.find((known) => known === params.sender) : undefined,
  }
  const { target, ...others } = value
  return {
    page: params.page,
    limit: params.limit,
    setParams,
    value,
    /** The filters under the server's names. */
    query: { ...others, targetType: target },
    filtered: Object.values(value).some((one) => one !== undefined),
    clear: () => setParams(none),
  }
}
