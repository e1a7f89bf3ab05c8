import { Button } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { notify } from '#client/lib/notify.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { DataListSkeleton } from '#client/ui/data-list-skeleton.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { priorities, senderRoles, types } from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { named, notAvailable } from '../model/notification-text.ts'
import { type InboxEntry as Entry, useInbox, useInboxEntry, useMarkAllRead, useMarkRead } from '../queries.ts'
import classes from './inbox.module.css'
import { InboxEntry } from './inbox-entry.tsx'
import { KindFilters } from './kind-filters.tsx'

/** Fixed, independent of the user's page size for lists. */
const pageSize = 10

const noFilters = { search: '', filter: '', type: '', priority: '', sender: '', open: '' }

/** The user's notifications, newest first. Opening one marks it as read. */
export function InboxView() {
  const [params, setParams] = useListParams(['filter', 'type', 'priority', 'sender', 'open'])
  const { page, search } = params
  // Ignore invalid values from old or mistyped links.
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

  const bound = bindFilters({ search, filter, type, priority, sender }, (patch) => setParams({ open: '', ...patch }))
  const unread = inbox.data?.unreadCount
  const filtered = Boolean(search || filter || type || priority || sender)
  const clear = () => setParams(noFilters)
  return (
    <>
      <FilterBar
        search={{ ...bound('search'), placeholder: 'Search notifications' }}
        onClear={filtered ? clear : undefined}
      >
        <ChoiceChips
          label="Read or unread"
          choices={[
            { value: undefined, label: 'All' },
            { value: 'unread', label: 'Unread', count: unread },
            { value: 'read', label: 'Read' },
          ]}
          {...bound('filter')}
        />
        <KindFilters filter={bound} />
        <FilterSelect label="Sender" all="All senders" options={named(senderRoles, roleLabels)} {...bound('sender')} />
        <Button
          ms="auto"
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={!unread}
          loading={markAll.isPending}
          onClick={() => markAll.mutate(undefined, { onError: (error) => notify.error(messageOf(error)) })}
        >
          Mark all as read
        </Button>
      </FilterBar>
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
        {rows?.length === 0 &&
          page === 1 &&
          (filtered ? (
            <NoMatches text="Try other words, or fewer filters." onClear={clear} />
          ) : (
            <EmptyState
              icon={IconBell}
              title="No notifications yet"
              text="New notifications appear here, newest first."
            />
          ))}
        {!rows && inbox.error && <QueryError title="Failed to load notifications" query={inbox} />}
        {!rows && !inbox.error && <DataListSkeleton label="Notifications" columns={3} />}
        {inbox.data && (inbox.data.pagination.total > 0 || page > 1) && (
          <DataListFooter
            {...inbox.data.pagination}
            shown={inbox.data.notifications.length}
            onChange={(next) => setParams({ page: next, open: '' })}
          />
        )}
      </div>
    </>
  )
}

const notifyIfGone = (error: unknown) => {
  if (codeOf(error) === 'NOT_FOUND') notify.error(notAvailable)
}

interface Seen {
  entry: Entry
  /** Index in the list. */
  index: number
}

/**
 * The open notification, from the URL. It keeps its place in the list while open. Otherwise, it would disappear from
 * the unread list when opened, and a link could not open one from another page. Shows an error if it no longer exists.
 *
 * @param rows the page of the list; undefined while loading
 * @returns the rows to show, the open notification's id, and a function that opens another or none
 */
function useOpenEntry(rows: readonly Entry[] | undefined) {
  const { open }: { open?: string } = useSearch({ strict: false })
  const change = useChangeSearch()
  const [seen, setSeen] = useState<Seen>()
  const index = rows?.findIndex(({ notification }) => notification.id === open) ?? -1
  const listed = rows?.[index]
  if (listed && (seen?.entry !== listed || seen.index !== index)) setSeen({ entry: listed, index })
  const kept = seen?.entry.notification.id === open ? seen : undefined
  const asked = useInboxEntry(rows && !listed ? open : undefined)
  const elsewhere = asked === undefined ? kept?.entry : asked
  const missing = rows && !listed && open !== undefined && elsewhere
  const shown = missing ? rows.toSpliced(kept?.index ?? 0, 0, missing) : rows
  const setOpen = (id: string | undefined) => change((before) => ({ ...before, open: id }))
  const gone = asked === null
  const giveUp = useEffectEvent(() => {
    notify.error(notAvailable)
    setOpen(undefined)
  })
  useEffect(() => {
    if (gone) giveUp()
  }, [gone])
  return { rows: shown, open, setOpen }
}
