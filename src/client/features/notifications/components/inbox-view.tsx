import { IconBell } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { notify } from '#client/lib/notify.ts'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { DataListSkeleton } from '#client/ui/data-list-skeleton.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { priorities, senderRoles, types } from '#shared/notifications/notifications.schema.ts'
import { notAvailable } from '../model/notification-text.ts'
import { useInbox, useMarkAllRead, useMarkRead } from '../queries.ts'
import classes from './inbox.module.css'
import { InboxEntry } from './inbox-entry.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { useOpenEntry } from './use-open-entry.ts'

/** Fixed page size, independent of the setting for lists. */
const pageSize = 10

const noFilters = { search: '', filter: '', type: '', priority: '', sender: '', open: '' }

/** The user's notifications, newest first. Opening one marks it as read. */
export function InboxView() {
  const [params, setParams] = useListParams(['filter', 'type', 'priority', 'sender', 'open'])
  const { page, search } = params
  // Ignores invalid values from an old or mistyped link.
  const filter = (['read', 'unread'] as const).find((known) => known === params.filter)
  const type = types.find((known) => known === params.type)
  const priority = priorities.find((known) => known === params.priority)
  const sender = senderRoles.find((known) => known === params.sender)
  const inbox = useInbox({ page, limit: pageSize, search, filter, type, priority, sender })
  const { rows, open, setOpen } = useOpenEntry(inbox.data?.notifications)
  const markRead = useMarkRead()
  const markAll = useMarkAllRead()

  const shown = rows?.find(({ notification }) => notification.id === open)
  const unreadOpen = shown && !shown.isRead ? shown.notification.id : undefined
  const read = useEffectEvent((id: string) => markRead.mutate({ id }))
  useEffect(() => {
    if (unreadOpen !== undefined) read(unreadOpen)
  }, [unreadOpen])

  const filtered = Boolean(search || filter || type || priority || sender)
  const clear = () => setParams(noFilters)
  return (
    <>
      <InboxFilters
        value={{ search, filter, type, priority, sender }}
        onChange={(patch) => setParams({ open: '', ...patch })}
        onClear={filtered ? clear : undefined}
        unread={inbox.data?.unreadCount}
        onReadAll={() => markAll.mutate(undefined, { onError: (error) => notify.error(messageOf(error)) })}
        readingAll={markAll.isPending}
      />
      <div
        className={`card ${classes.frame}`}
        aria-busy={inbox.isPlaceholderData}
        data-stale={inbox.isPlaceholderData || undefined}
      >
        {rows && rows.length > 0 && (
          <ul className="rows" aria-label="Notifications">
            {rows.map((entry) => {
              const { id } = entry.notification
              return (
                <InboxEntry
                  key={id}
                  entry={entry}
                  open={id === open}
                  onToggle={() => setOpen(id === open ? undefined : id)}
                  onRead={() => markRead.mutate({ id }, { onError: notifyIfGone })}
                />
              )
            })}
          </ul>
        )}
        {rows?.length === 0 && page === 1 && <NoNotifications filtered={filtered} onClear={clear} />}
        {!rows && inbox.error && (
          <ErrorState
            title="Failed to load notifications"
            message={messageOf(inbox.error)}
            onRetry={() => void inbox.refetch()}
          />
        )}
        {!rows && !inbox.error && <DataListSkeleton label="Notifications" columns={3} />}
        {inbox.data && (inbox.data.pagination.total > 0 || page > 1) && (
          <DataListFooter
            {...inbox.data.pagination}
            shown={inbox.data.notifications.length}
            onChange={(next) => setParams({ page: next, open: '' })}
            onLimitChange={undefined}
          />
        )}
      </div>
    </>
  )
}

const notifyIfGone = (error: unknown) => {
  if (codeOf(error) === 'NOT_FOUND') notify.error(notAvailable)
}

const NoNotifications = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <NoMatches text="Try other words, or fewer filters." onClear={onClear} />
  ) : (
    <EmptyState icon={IconBell} title="No notifications yet" text="New notifications appear here, newest first." />
  )
