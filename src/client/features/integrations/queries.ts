import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** The person's API tokens, newest first. */
export const useTokens = () => trpc.integrations.tokens.list.useQuery()

/** How often what is being sent is looked at again, in ms. */
const lookAgain = 2_000

/** The webhooks; looked at again while something is waiting to be sent. */
export const useWebhooks = () =>
  trpc.integrations.webhooks.list.useQuery(undefined, {
    refetchInterval: ({ state }) => state.data?.webhooks.some(({ waiting }) => waiting > 0) && lookAgain,
  })

/** A page of what a webhook was sent; looked at again while something of it is waiting. */
export const useDeliveries = (query: RouterInputs['integrations']['webhooks']['deliveries']) =>
  trpc.integrations.webhooks.deliveries.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'waiting') ? lookAgain : false,
  })

/** Invalidates everything a change affects, including the audit log. */
function useRefresh() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.integrations.invalidate(), utils.audit.invalidate()])
}

/** Makes a token. The answer holds it, this once. */
export const useCreateToken = () => trpc.integrations.tokens.create.useMutation({ onSuccess: useRefresh() })

/** Revokes a token. */
export const useDeleteToken = () => trpc.integrations.tokens.delete.useMutation({ onSuccess: useRefresh() })

/** Adds a webhook. The answer holds its secret, this once. */
export const useCreateWebhook = () => trpc.integrations.webhooks.create.useMutation({ onSuccess: useRefresh() })

/** Changes address and events. */
export const useUpdateWebhook = () => trpc.integrations.webhooks.update.useMutation({ onSuccess: useRefresh() })

/** Pauses or resumes. */
export const useToggleWebhook = () => trpc.integrations.webhooks.toggleStatus.useMutation({ onSuccess: useRefresh() })

/** A new secret. The answer holds it, this once. */
export const useRenewSecret = () => trpc.integrations.webhooks.renewSecret.useMutation({ onSuccess: useRefresh() })

/** Deletes a webhook with its record. */
export const useDeleteWebhook = () => trpc.integrations.webhooks.delete.useMutation({ onSuccess: useRefresh() })

/** Sends a test call. */
export const usePingWebhook = () => trpc.integrations.webhooks.ping.useMutation({ onSuccess: useRefresh() })

/** Makes a call once more. */
export const useResendDelivery = () => trpc.integrations.webhooks.resend.useMutation({ onSuccess: useRefresh() })
