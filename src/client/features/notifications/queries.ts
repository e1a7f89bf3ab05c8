import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from '#client/lib/clock.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import { useRowsOnPaper } from '#client/ui/use-rows-on-paper.ts'
import { maxPageSize } from '#shared/numbers.ts'
import { untilNextExpiry } from './model/expiry.ts'

export type SentNotification = RouterOutputs['notifications']['sent']['notifications'][number]
export type InboxEntry = RouterOutputs['notifications']['inbox']['notifications'][number]
export type Recipient = RouterOutputs['notifications']['recipients']['recipients'][number]
export type Analytics = RouterOutputs['notifications']['analytics']['report']
export type AnalysedNotification = Analytics['notifications'][number]
export type TargetsInput = RouterInputs['notifications']['audience']
export type NotificationInput = Omit<RouterInputs['notifications']['create'], 'file'>
type Created = RouterOutputs['notifications']['create']

/** How often what is on the screen is asked for again while somebody can see it, in ms. */
const pollMs = 30_000

/** A failure that spoils nothing on the screen is only written down, for whoever looks into it. */
function useFailureLog(what: string, error: unknown) {
  useEffect(() => {
    if (error) console.warn(`Failed to load ${what}:`, error)
  }, [what, error])
}

/** A page of the inbox; the last one stays on screen while the next one loads. What expires goes. */
export const useInbox = (query: RouterInputs['notifications']['inbox']) =>
  trpc.notifications.inbox.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilNextExpiry(state.data?.notifications, now(), pollMs),
    staleTime: 0,
  })

/** One of the inbox, wherever in it. @returns null when it is not, or no longer, there */
export const useInboxEntry = (id: string | undefined) =>
  trpc.notifications.inbox.useQuery(
    { id: id ?? '', limit: 1 },
    { enabled: id !== undefined, select: ({ notifications }) => notifications[0] ?? null },
  ).data

/** Reading or sending affects the bell, inbox, lists, figures and analytics. */
function useNotificationsChanged() {
  const { notifications } = trpc.useUtils()
  return () => void notifications.invalidate()
}

/** Marks one as read. It happens in passing: that it failed is only written down, and it stays unread. */
export const useMarkRead = () =>
  trpc.notifications.markRead.useMutation({
    onSettled: useNotificationsChanged(),
    onError: (error) => console.warn('Failed to mark a notification as read:', error),
  })
export const useMarkAllRead = () => trpc.notifications.markAllRead.useMutation({ onSettled: useNotificationsChanged() })

/** Totals, updated as notifications are read. */
export function useNotificationStats() {
  const query = trpc.notifications.stats.useQuery(undefined, { refetchInterval: pollMs })
  useFailureLog('notification figures', query.error)
  return query
}

/** How often what is being sent is looked at, in ms. */
const sendingMs = 2_000

/** All that was sent, for paper. */
export function useSentOnPaper(query: Omit<RouterInputs['notifications']['sent'], 'page' | 'limit'>) {
  const { client } = trpc.useUtils()
  return useRowsOnPaper(['sent', query], async (page) => {
    const { notifications, pagination } = await client.notifications.sent.query({ ...query, ...page })
    return { rows: notifications, total: pagination.total }
  })
}

/** A page of what was sent; the last one stays on screen while the next one loads. What is on its way is followed. */
export const useSentNotifications = (query: RouterInputs['notifications']['sent']) =>
  trpc.notifications.sent.useQuery(query, {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.notifications.some(({ status }) => status === 'sending') ? sendingMs : pollMs,
  })

/** A page of those who got a notification, kept up with who reads it. */
export const useRecipients = (query: RouterInputs['notifications']['recipients']) =>
  trpc.notifications.recipients.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    staleTime: 0,
  })

/** One that is scheduled, to edit it: as the server knows it now. */
export function useNotificationToEdit(id: string | undefined) {
  const query = trpc.notifications.get.useQuery(
    { id: id ?? '' },
    { enabled: id !== undefined, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

export const useDeleteNotification = () =>
  trpc.notifications.delete.useMutation({ onSettled: useNotificationsChanged() })

/** How many a form would reach now, asked again as it changes. Sent as a body, like the next two: ids are too long for a URL. */
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

/** The same, once: before it is sent. */
export const useCountAudience = () => trpc.notifications.audience.useMutation()

/** The branches, batches and sections to choose from. */
export function useTargetGroups(query: RouterInputs['notifications']['groups']) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['notificationGroups', query],
    queryFn: () => client.notifications.groups.mutate(query),
    placeholderData: keepPreviousData,
  })
}

export type TargetPerson = RouterOutputs['notifications']['people']['users'][number]
/** How many people come at once. */
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

/** All colleges by their ids, also inactive ones; nothing is asked for without a wish. */
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
  /** A new attachment, if there is one. */
  file?: File | undefined
  /** Takes the present attachment away, of one that is edited. */
  removeAttachment?: boolean
  onProgress?: (sent: number, total: number) => void
}

/** The form as a form with a file has it: lists and filters as JSON text, what is not set left out. */
const fieldsOf = ({ form, removeAttachment }: Sending) =>
  Object.fromEntries(
    Object.entries({ ...form, removeAttachment })
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** Sends a notification, or schedules it. */
export const useCreateNotification = () =>
  useMutation({
    mutationFn: (sending: Sending) =>
      uploadFile<Created>('/api/notifications', 'attachment', sending.file, {
        fields: fieldsOf(sending),
        ...(sending.onProgress && { onProgress: sending.onProgress }),
      }),
    onSuccess: useNotificationsChanged(),
  })

/** Replaces one that is scheduled; without a time it goes out now. */
export const useUpdateNotification = (id: string) =>
  useMutation({
    mutationFn: (sending: Sending) =>
      uploadFile<Created>(`/api/notifications/${id}`, 'attachment', sending.file, {
        method: 'PUT',
        fields: fieldsOf(sending),
        ...(sending.onProgress && { onProgress: sending.onProgress }),
      }),
    onSettled: useNotificationsChanged(),
  })

type AnalyticsInput = RouterInputs['notifications']['analytics']['report']

/** Totals of notifications of a period, and a page of them; keeps the last answer while the next one loads. */
export const useNotificationAnalytics = (query: AnalyticsInput) =>
  trpc.notifications.analytics.report.useQuery(query, { placeholderData: keepPreviousData })

/** All notifications of the analytics of some days, for paper. */
export function useAnalyticsOnPaper(days: AnalyticsInput) {
  const { client } = trpc.useUtils()
  return useRowsOnPaper(['analytics', days], async (page) => {
    const { notifications, pagination } = await client.notifications.analytics.report.query({ ...days, ...page })
    return { rows: notifications, total: pagination.total }
  })
}

const readersAtOnce = 100

/** Readers of a notification, latest first, loaded page by page; none at first. */
export function useReaders(id: string, pages: number) {
  const found = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, at) =>
      t.notifications.recipients({ id, filter: 'read', limit: readersAtOnce, page: at + 1 }),
    ),
  )
  const loaded = found.flatMap(({ data }) => (data ? [data] : []))
  return {
    readers: loaded.flatMap(({ recipients }) => recipients),
    /** Undefined before the first page. */
    totalPages: loaded.at(-1)?.pagination.totalPages,
    error: found.find(({ error }) => error)?.error ?? null,
    isFetching: found.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const page of found) if (page.error) void page.refetch()
    },
  }
}
