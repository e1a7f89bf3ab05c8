import { Box, Button, Group, Text } from '@mantine/core'
import { type UIEvent, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { type Role, roleLabels } from '#shared/roles.ts'
import { type AnalysedNotification, useReaders } from '../queries.ts'
import classes from './analytics.module.css'

/** Distance from the end, in px, at which scrolling loads more. */
const near = 240
/** Above this number of readers, off-screen ones are not rendered. */
const many = 200

/** Readers of a notification. The latest are in the report; the others load on scroll or with a button. */
export function AnalyticsReaders({ notification }: { notification: AnalysedNotification }) {
  const { id, title, seenCount, seenBy } = notification
  const [pages, setPages] = useState(0)
  const more = useReaders(id, pages)
  const readers = readersOf(seenBy, more.readers)
  const failed = more.error !== null
  const hasMore = more.totalPages === undefined ? seenCount > seenBy.length : pages < more.totalPages
  const loadMore = () => setPages(pages + 1)
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasMore && !more.isFetching && !failed && scrollHeight - scrollTop - clientHeight < near) loadMore()
  }
  return (
    <div>
      <Text component="h3" mb={4} c="dimmed" fz="xs" fw={600}>
        Seen by{' '}
        {seenCount > 0 && (
          <Text span inherit ms={4} c="var(--mantine-color-text)" className="tabular">
            {seenCount.toLocaleString()}
          </Text>
        )}
      </Text>
      {readers.length === 0 && !hasMore ? (
        <Text c="dimmed" fz="sm">
          No one has seen it yet.
        </Text>
      ) : (
        <section
          className={`card ${classes.scroller}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
          tabIndex={0}
          aria-label={`People who saw ${title}`}
          onScroll={onScroll}
        >
          <ul className="rows" data-many={readers.length > many || undefined}>
            {readers.map(({ name, email, role, seenAt }) => (
              <li key={email} className={classes.reader}>
                <Box component="span" fw={550} className="anywhere">
                  {name}
                </Box>
                <span>{roleLabels[role]}</span>
                <span className={`anywhere ${classes.email}`}>{email}</span>
                <time dateTime={seenAt} className="tabular">
                  {formatDateTime(seenAt)}
                </time>
              </li>
            ))}
          </ul>
        </section>
      )}
      {failed && (
        <Text mt={6} c="var(--mantine-color-error)" fz="sm" role="alert">
          {messageOf(more.error)}
        </Text>
      )}
      {(hasMore || failed) && (
        <Group gap="xs" justify="space-between" mt={4} c="dimmed" fz="xs" className="tabular">
          <span>
            {readers.length.toLocaleString()} of {plural(seenCount, 'reader')}
          </span>
          <Button variant="subtle" size="compact-sm" loading={more.isFetching} onClick={failed ? more.retry : loadMore}>
            {failed ? 'Retry' : 'Load more'}
          </Button>
        </Group>
      )}
    </div>
  )
}

interface Reader {
  name: string
  email: string
  role: Role
  /** ISO 8601. */
  seenAt: string
}

/**
 * Deduplicates readers: those in the report are also on the first page, and somebody may read the notification between
 * two page loads.
 *
 * @param seenBy readers in the report
 * @param pages readers on the loaded pages
 */
function readersOf(
  seenBy: readonly { userName: string; userEmail: string; userRole: Role; seenAt: string }[],
  pages: readonly { name: string; email: string; role: Role; readAt: string | null }[],
): Reader[] {
  const readers = new Map<string, Reader>()
  for (const { userName: name, userEmail: email, userRole: role, seenAt } of seenBy)
    readers.set(email, { name, email, role, seenAt })
  for (const { name, email, role, readAt } of pages)
    if (readAt !== null && !readers.has(email)) readers.set(email, { name, email, role, seenAt: readAt })
  return [...readers.values()]
}
