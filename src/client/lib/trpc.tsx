import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { type ReactNode, useEffect } from 'react'
import type { AppRouter } from '#server/app-router.ts'
import { sentences } from '#shared/errors.ts'
import { codeOf } from './errors.ts'
import { notify } from './notify.ts'
import { failureLink, secondStepLink } from './second-step.ts'
import { clearSession, readSession, watchSession } from './session-store.ts'
import { stepUpLink } from './step-up.ts'

export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

/** Clears a session that the server rejected and shows a message, only once if several calls fail. */
export function expireSession() {
  if (!readSession()) return
  clearSession('expired')
  notify.error(sentences.sessionExpired)
}

const expiryLink = failureLink(() => {
  const token = readSession()?.token
  return (error) => {
    // A response to an earlier session's call does not affect the current session.
    if (token && codeOf(error) === 'UNAUTHENTICATED' && readSession()?.token === token) expireSession()
  }
})

const transport = () =>
  httpBatchLink({
    url: '/trpc',
    maxURLLength: 4_000,
    // The server's limit per batch.
    maxItems: 10,
    headers: () => {
      const token = readSession()?.token
      return token ? { authorization: `Bearer ${token}` } : {}
    },
  })

/** Handles subscriptions, which are streams. Loads the code on first use, to keep it out of the first page. */
const streamLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'subscription') return next(op)
    return observable((observer) => {
      const end = new AbortController()
      const fail = (cause: Parameters<typeof TRPCClientError.from>[0]) => observer.error(TRPCClientError.from(cause))
      const listener = { next: observer.next, complete: observer.complete, fail }
      import('./subscribe.ts').then(
        ({ follow }) => follow(op, readSession()?.token, listener, end.signal),
        (error) => fail(error),
      )
      return () => end.abort()
    })
  }

/**
 * For calls from outside React, such as the exam room's. The caller handles every failure, including a 401. Nothing
 * here ends the session.
 */
export const trpcClient = createTRPCClient<AppRouter>({ links: [transport()] })

const hookClient = trpc.createClient({ links: [expiryLink, secondStepLink, stepUpLink, streamLink, transport()] })

const shouldRetry = (failures: number, error: unknown) =>
  failures < 2 && (codeOf(error) === 'NETWORK' || codeOf(error) === 'INTERNAL')

const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: without a connection, a call fails with an error instead of waiting forever behind a skeleton.
    queries: { staleTime: 10_000, retry: shouldRetry, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export function TrpcProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    let userId = readSession()?.user.id
    return watchSession(() => {
      const next = readSession()?.user.id
      // If the same user signs in again, the screen is kept. Anyone else must not see cached data.
      if (next && userId !== next) queryClient.clear()
      userId = next ?? userId
    })
  }, [])
  return (
    <trpc.Provider client={hookClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
