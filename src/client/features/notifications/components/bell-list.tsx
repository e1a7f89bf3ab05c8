import { Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { now } from '#client/lib/clock.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { roleLabels } from '#shared/roles.ts'
import { previewOf } from '../model/analytics-text.ts'
import { priorityLabels, typeLabels } from '../model/notification-text.ts'
import { msUntilNextExpiry } from '../model/notification-times.ts'
import { type InboxEntry, useMarkRead } from '../queries.ts'
import classes from './bell.module.css'
import { typeIcons } from './type-icons.ts'
import { useBell } from './use-bell.ts'

interface BellListProps {
  /** The element that contains the bell button and the list. */
  bell: RefObject<HTMLDivElement | null>
  onClose: () => void
}

/** The latest few notifications, below the bell. Escape, a click elsewhere or tabbing away closes the list. */
export function BellList({ bell, onClose }: BellListProps) {
  const { data, error, refetch } = useBell()
  useAtExpiry(data?.notifications, () => void refetch())
  const markRead = useMarkRead()
  const list = useRef<HTMLDivElement>(null)
  const heading = useId()
  useClosing(bell, list, onClose)
  const unread = data?.unreadCount ?? 0
  return (
    <div ref={list} className={`card ${classes.list}`} role="dialog" aria-labelledby={heading} tabIndex={-1}>
      <Group gap={0} wrap="nowrap" justify="space-between" py={10} px={14} fz="sm" className="line-below">
        <Text component="h2" inherit fw={600} id={heading}>
          Notifications
        </Text>
        {unread > 0 && (
          <Text span inherit c="dimmed" fz="xs" className="tabular">
            {unread.toLocaleString()} unread
          </Text>
        )}
      </Group>
      {data && data.notifications.length > 0 ? (
        <ul className="rows" style={{ flex: 1, overflowY: 'auto' }}>
          {data.notifications.map((entry) => (
            <Item
              key={entry.id}
              entry={entry}
              onOpen={() => {
                if (!entry.isRead) markRead.mutate({ id: entry.notification.id })
                onClose()
              }}
            />
          ))}
        </ul>
      ) : (
        <Text py={28} px={14} c="dimmed" fz="sm" ta="center" role="status">
          {data ? 'No notifications yet' : error ? 'Notifications could not be loaded' : 'Loading...'}
        </Text>
      )}
      <Link to="/notifications" className={`hoverable line-above ${classes.all}`} onClick={onClose}>
        View all notifications
      </Link>
    </div>
  )
}

function Item({ entry: { notification, isRead, createdAt }, onOpen }: { entry: InboxEntry; onOpen: () => void }) {
  const { id, title, message, type, priority, createdBy } = notification
  const Shape = typeIcons[type]
  return (
    <li data-unread={!isRead || undefined}>
      <Link
        to="/notifications"
        search={{ view: 'inbox', open: id }}
        className={`hoverable ${classes.item}`}
        onClick={onOpen}
      >
        <Shape size={18} stroke={1.7} aria-hidden />
        <Group component="span" gap={8} wrap="nowrap" miw={0} className={classes.title}>
          <Text span inherit truncate flex={1} miw={0} fw={isRead ? undefined : 650}>
            {!isRead && <span className="visually-hidden">Unread: </span>}
            {title}
          </Text>
          <RelativeTime value={createdAt} />
          {!isRead && (
            <Box
              component="span"
              w={8}
              h={8}
              flex="none"
              bdrs="50%"
              bg="var(--mantine-primary-color-filled)"
              aria-hidden
            />
          )}
        </Group>
        <Text span inherit truncate c="dimmed" fz="xs">
          {previewOf(message)}
        </Text>
        <Text span inherit truncate c="dimmed" fz="xs">
          {typeLabels[type]}
          {priority === 'high' && ` · ${priorityLabels.high} priority`} · {roleLabels[createdBy.role]}
        </Text>
      </Link>
    </li>
  )
}

/** Maximum time for which the list is expected to be open, in ms. */
const maxOpenMs = 86_400_000

/** Calls `onExpiry` when the next notification expires, if the page is visible. */
function useAtExpiry(entries: readonly InboxEntry[] | undefined, onExpiry: () => void) {
  const call = useEffectEvent(onExpiry)
  useEffect(() => {
    const rest = msUntilNextExpiry(entries, now(), maxOpenMs)
    if (rest === maxOpenMs) return
    const timer = setTimeout(() => document.visibilityState === 'visible' && call(), rest)
    return () => clearTimeout(timer)
  }, [entries])
}

/**
 * Focuses the list when it opens. Closes it on a click or focus elsewhere, or on Escape, which also focuses the bell.
 */
function useClosing(
  bell: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
  onClose: () => void,
) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const around = bell.current
    list.current?.focus({ preventScroll: true })
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !around?.contains(target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      around?.querySelector('button')?.focus()
      close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', onKey)
    }
  }, [bell, list])
}
