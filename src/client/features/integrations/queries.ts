import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

export const useTokens = () => trpc.integrations.tokens.list.useQuery()

/** Polling interval while deliveries are pending, in ms. */
const pollMs = 2_000

/** All webhooks. Polled while a delivery is pending. */
export const useWebhooks = () =>
  trpc.integrations.webhooks.list.useQuery(undefined, {
    refetchInterval: ({ state }) => state.data?.webhooks.some(({ waiting }) => waiting > 0) && pollMs,
  })

/** A page of a webhook's deliveries. Polled while one is pending. */
export const useDeliveries = (query: RouterInputs['integrations']['webhooks']['deliveries']) =>
  trpc.integrations.webhooks.deliveries.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'waiting') ? pollMs : false,
  })

/** Invalidates everything a change affects, including the audit log. */
function useRefresh() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.integrations.invalidate(), utils.audit.invalidate()])
}

/** Creates a token. The response contains the token, which is shown once. */
export const useCreateToken = () => trpc.integrations.tokens.create.useMutation({ onSuccess: useRefresh() })

export const useDeleteToken = () => trpc.integrations.tokens.delete.useMutation({ onSuccess: useRefresh() })

/** Creates a webhook. The response contains its secret, which is shown once. */
export const useCreateWebhook = () => trpc.integrations.webhooks.create.useMutation({ onSuccess: useRefresh() })

export const useUpdateWebhook = () => trpc.integrations.webhooks.update.useMutation({ onSuccess: useRefresh() })

export const useToggleWebhook = () => trpc.integrations.webhooks.toggleStatus.useMutation({ onSuccess: useRefresh() })

/** Replaces a webhook's secret. The response contains the new one, which is shown once. */
export const useRenewSecret = () => trpc.integrations.webhooks.renewSecret.useMutation({ onSuccess: useRefresh() })

export const useDeleteWebhook = () => trpc.integrations.webhooks.delete.useMutation({ onSuccess: useRefresh() })

export const usePingWebhook = () => trpc.integrations.webhooks.ping.useMutation({ onSuccess: useRefresh() })

export const useResendDelivery = () => trpc.integrations.webhooks.resend.useMutation({ onSuccess: useRefresh() })
