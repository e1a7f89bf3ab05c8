import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from '#client/lib/clock.ts'
import { joined } from '#client/lib/page-of.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import { usePrintRows } from '#client/ui/use-print-rows.ts'
import { maxPageSize } from '#shared/numbers.ts'
import { msUntilNextExpiry } from './model/notification-times.ts'

export type SentNotification = RouterOutputs['notifications']['sent']['notifications'][number]
export type InboxEntry = RouterOutputs['notifications']['inbox']['notifications'][number]
export type Recipient = RouterOutputs['notifications']['recipients']['recipients'][number]
export type Analytics = RouterOutputs['notifications']['analytics']['report']
export type AnalysedNotification = Analytics['notifications'][number]
export type TargetsInput = RouterInputs['notifications']['audience']
export type NotificationInput = Omit<RouterInputs['notifications']['create'], 'file'>
type Created = RouterOutputs['notifications']['create']

/** Polling interval while the page is visible, in ms. */
const pollMs = 30_000

/** Logs a failure that the screen does not need to show. */
function useFailureLog(what: string, error: unknown) {
  useEffect(() => {
    if (error) console.warn(`Failed to load ${what}:`, error)
  }, [what, error])
}

/** A page of the inbox, refetched when a notification expires. Keeps the previous page while the next one loads. */
export const useInbox = (query: RouterInputs['notifications']['inbox']) =>
  trpc.notifications.inbox.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => msUntilNextExpiry(state.data?.notifications, now(), pollMs),
    staleTime: 0,
  })

/** One notification in the inbox, on any page. @returns null if it does not exist */
export const useInboxEntry = (id: string | undefined) =>
  trpc.notifications.inbox.useQuery(
    { id: id ?? '', limit: 1 },
    { enabled: id !== undefined, select: ({ notifications }) => notifications[0] ?? null },
  ).data

/** Invalidates the bell, inbox, lists, statistics and analytics after reading or sending. */
function useNotificationsChanged() {
  const { notifications } = trpc.useUtils()
  return () => void notifications.invalidate()
}

/** Marks a notification as read. Failures are only logged, and leave the notification unread. */
export const useMarkRead = () =>
  trpc.notifications.markRead.useMutation({
    onSettled: useNotificationsChanged(),
    onError: (error) => console.warn('Failed to mark a notification as read:', error),
  })
export const useMarkAllRead = () => trpc.notifications.markAllRead.useMutation({ onSettled: useNotificationsChanged() })

/** Totals, polled because they change as notifications are read. */
export function useNotificationStats() {
  const query = trpc.notifications.stats.useQuery(undefined, { refetchInterval: pollMs })
  useFailureLog('notification statistics', query.error)
  return query
}

/** Polling interval while a notification is being sent, in ms. */
const sendingMs = 2_000

/** All sent notifications, for printing. */
export function useSentForPrint(query: Omit<RouterInputs['notifications']['sent'], 'page' | 'limit'>) {
  const { client } = trpc.useUtils()
  return usePrintRows(['sent', query], async (page) => {
    const { notifications, pagination } = await client.notifications.sent.query({ ...query, ...page })
    return { rows: notifications, total: pagination.total }
  })
}

/**
 * A page of sent notifications. Keeps the previous page while the next one loads. Polls faster while one is being sent.
 */
export const useSentNotifications = (query: RouterInputs['notifications']['sent']) =>
  trpc.notifications.sent.useQuery(query, {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.notifications.some(({ status }) => status === 'sending') ? sendingMs : pollMs,
  })

/** A page of a notification's recipients, polled to show who has read it. */
export const useRecipients = (query: RouterInputs['notifications']['recipients']) =>
  trpc.notifications.recipients.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    staleTime: 0,
  })

/** A notification to edit, always refetched, because it may have been sent in the meantime. */
export function useNotificationToEdit(id: string | undefined) {
  const query = trpc.notifications.get.useQuery(
    { id: id ?? '' },
    { enabled: id !== undefined, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

export const useDeleteNotification = () =>
  trpc.notifications.delete.useMutation({ onSettled: useNotificationsChanged() })

/**
 * Number of recipients for a form, updated as it changes. Sends the form in a request body, like `useTargetGroups` and
 * `useTargetPeople`, because a list of ids is too long for a URL.
 */
export function useAudience(targets: TargetsInput, enabled: boolean) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['notificationAudience', targets],
    queryFn: () => client.notifications.audience.mutate(targets),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    enabled,
  })
}

/** Counts the recipients once, before sending. */
export const useCountAudience = () => trpc.notifications.audience.useMutation()

/** Branches, batches and sections to choose from. */
export function useTargetGroups(query: RouterInputs['notifications']['groups']) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['notificationGroups', query],
    queryFn: () => client.notifications.groups.mutate(query),
    placeholderData: keepPreviousData,
  })
}

export type TargetPerson = RouterOutputs['notifications']['people']['users'][number]
const peopleAtOnce = 50

/** People to choose from, by name, loaded page by page. */
export function useTargetPeople(query: Omit<RouterInputs['notifications']['people'], 'page' | 'limit'>) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: ['notificationPeople', query],
    queryFn: ({ pageParam }) => client.notifications.people.mutate({ ...query, page: pageParam, limit: peopleAtOnce }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Names of all colleges by id, including inactive ones. Disabled unless `wanted`. */
export function useCollegeNames(wanted: boolean) {
  const utilities = trpc.useUtils()
  return useQuery({
    queryKey: ['notificationCollegeNames'],
    queryFn: async () => {
      const names = new Map<string, { name: string; isActive: boolean }>()
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { colleges, pagination } = await utilities.colleges.list.fetch({ page, limit: maxPageSize })
        for (const { id, name, isActive } of colleges) names.set(id, { name, isActive })
        pages = pagination.totalPages
      }
      return names
    },
    gcTime: 0,
    enabled: wanted,
  })
}

interface Sending {
  form: NotificationInput
  /** A new attachment, if any. */
  file?: File | undefined
  /** True to remove the stored attachment when editing. */
  removeAttachment?: boolean
  onProgress?: (sent: number, total: number) => void
}

/** The form as multipart fields: lists and filters as JSON text, without unset values. */
const fieldsOf = ({ form, removeAttachment }: Sending) =>
  Object.fromEntries(
    Object.entries({ ...form, removeAttachment })
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const upload = (path: `/api/${string}`, method: 'POST' | 'PUT', sending: Sending) =>
  uploadFile<Created>(path, 'attachment', sending.file, {
    method,
    fields: fieldsOf(sending),
    ...(sending.onProgress && { onProgress: sending.onProgress }),
  })

/** Sends or schedules a notification. */
export const useCreateNotification = () =>
  useMutation({
    mutationFn: (sending: Sending) => upload('/api/notifications', 'POST', sending),
    onSuccess: useNotificationsChanged(),
  })

/** Replaces a notification that has not been sent. Without a time, it is sent now. */
export const useUpdateNotification = (id: string) =>
  useMutation({
    mutationFn: (sending: Sending) => upload(`/api/notifications/${id}`, 'PUT', sending),
    onSettled: useNotificationsChanged(),
  })

type AnalyticsInput = RouterInputs['notifications']['analytics']['report']

/** Totals for a period's notifications, and a page of them. Keeps the previous response while the next one loads. */
export const useNotificationAnalytics = (query: AnalyticsInput) =>
  trpc.notifications.analytics.report.useQuery(query, { placeholderData: keepPreviousData })

/** All notifications in a period, for printing. */
export function useAnalyticsForPrint(days: AnalyticsInput) {
  const { client } = trpc.useUtils()
  return usePrintRows(['analytics', days], async (page) => {
    const { notifications, pagination } = await client.notifications.analytics.report.query({ ...days, ...page })
    return { rows: notifications, total: pagination.total }
  })
}

const readersAtOnce = 100

/** Readers of a notification, latest first, loaded page by page. Initially empty. */
export function useReaders(id: string, pages: number) {
  const found = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, at) =>
      t.notifications.recipients({ id, filter: 'read', limit: readersAtOnce, page: at + 1 }),
    ),
  )
  const { loaded, ...state } = joined(found)
  return {
    ...state,
    readers: loaded.flatMap(({ recipients }) => recipients),
    /** Undefined before the first page has loaded. */
    totalPages: loaded.at(-1)?.pagination.totalPages,
  }
}
