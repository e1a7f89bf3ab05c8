import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { priorities, senderRoles, statuses, targetTypes, types } from '#shared/notifications/notifications.schema.ts'
import type { SentFilterValues } from './sent-filters.tsx'

const none = { search: '', type: '', priority: '', target: '', status: '', sender: '' }

/** Filters of sent notifications from the URL. Ignores invalid values from old or mistyped links. */
export function useSentFilters() {
  const isMaster = useUser().role === 'master_admin'
  const [params, setParams] = useListParams(['type', 'priority', 'target', 'status', 'sender'])
  const value: SentFilterValues = {
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
    /** Under the server's names. */
    query: { ...others, targetType: target },
    filtered: Object.values(value).some((one) => one !== undefined),
    clear: () => setParams(none),
  }
}
