import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'
import { notify } from '#client/lib/notify.ts'
import { notAvailable } from '../model/notification-text.ts'
import { type InboxEntry, useInboxEntry } from '../queries.ts'

interface Seen {
  entry: InboxEntry
  /** Index in the list. */
  index: number
}

/**
 * The open notification, from the URL. It keeps its place in the list while open: in the unread list it would otherwise
 * disappear when opened, and a link may point to another page. Shows an error if it no longer exists.
 *
 * @param rows the page of the list; undefined while loading
 * @returns the rows to show, the open one's id, and a function that opens another or none
 */
export function useOpenEntry(rows: readonly InboxEntry[] | undefined) {
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
