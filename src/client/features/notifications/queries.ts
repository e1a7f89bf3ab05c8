import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'

export type SentNotification = RouterOutputs['notifications']['sent']['notifications'][number]
export type InboxEntry = RouterOutputs['notifications']['inbox']['notifications'][number]
export type Recipient = RouterOutputs['notifications']['recipients']['recipients'][number]
export type AnalysedNotification = RouterOutputs['notifications']['analytics']['report']['notifications'][number]
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

/** A page of the inbox; the last one stays on screen while the next one loads. */
export const useInbox = (query: RouterInputs['notifications']['inbox']) =>
  trpc.notifications.inbox.useQuery(query, { placeholderData: keepPreviousData, refetchInterval: pollMs, staleTime: 0 })

/** One of the inbox, wherever in it. @returns null when it is not, or no longer, there */
export const useInboxEntry = (id: string | undefined) =>
  trpc.notifications.inbox.useQuery(
    { id: id ?? '', limit: 1 },
    { enabled: id !== undefined, select: ({ notifications }) => notifications[0] ?? null },
  ).data

/** What was read or sent shows in the bell, the inbox, the lists, the figures and the analytics. */
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

/** What everything that was sent came to, kept up with what is read. */
export function useNotificationStats() {
  const query = trpc.notifications.stats.useQuery(undefined, { refetchInterval: pollMs })
  useFailureLog('notification figures', query.error)
  return query
}

/** How often what is being sent is looked at, in ms. */
const sendingMs = 2_000

/** A page of what was sent; the last one stays on screen while the next one loads. What is on its way is followed. */
export const useSentNotifications = (query: RouterInputs['notifications']['sent']) =>
  trpc.notifications.sent.useQuery(query, {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.notifications.some(({ status }) => status === 'sending') ? sendingMs : pollMs,
  })

/** A page of those who got a notification. */
export const useRecipients = (query: RouterInputs['notifications']['recipients']) =>
  trpc.notifications.recipients.useQuery(query, { placeholderData: keepPreviousData })

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

/** How many a form would reach now. */
export const useAudience = () => trpc.notifications.audience.useMutation()

/** The branches, batches and sections to choose from. */
export const useTargetGroups = (query: RouterInputs['notifications']['groups']) =>
  trpc.notifications.groups.useQuery(query, { placeholderData: keepPreviousData })

/** A page of the people to choose from, by name. */
export const useTargetPeople = (query: RouterInputs['notifications']['people'], enabled = true) =>
  trpc.notifications.people.useQuery(query, { placeholderData: keepPreviousData, enabled })

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

/** What the notifications of some days came to, and a page of them. */
export const useNotificationAnalytics = (query: RouterInputs['notifications']['analytics']['report']) =>
  trpc.notifications.analytics.report.useQuery(query, { placeholderData: keepPreviousData })
