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
import { secondStepLink } from './second-step.ts'
import { clearSession, readSession, watchSession } from './session-store.ts'
import { stepUpLink } from './step-up.ts'

export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

/** Forgets a session the server no longer knows and says so. Several failed calls at once say it once. */
export function expireSession() {
  if (!readSession()) return
  clearSession('expired')
  notify.error(sentences.sessionExpired)
}

const expiryLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const token = readSession()?.token
      return next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          // An answer to an older session says nothing about the present one.
          if (token && codeOf(error) === 'UNAUTHENTICATED' && readSession()?.token === token) expireSession()
          observer.error(error)
        },
        complete: () => observer.complete(),
      })
    })

const transport = () =>
  httpBatchLink({
    url: '/trpc',
    maxURLLength: 4_000,
    // The server takes no more at once.
    maxItems: 10,
    headers: () => {
      const token = readSession()?.token
      return token ? { authorization: `Bearer ${token}` } : {}
    },
  })

/** Subscriptions are streams. Their code comes with the first one, so that no first page carries it. */
const streamLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'subscription') return next(op)
    return observable((observer) => {
      const end = new AbortController()
      const fail = (cause: Parameters<typeof TRPCClientError.from>[0]) => observer.error(TRPCClientError.from(cause))
      const listener = { next: observer.next, complete: observer.complete, fail }
      import('./subscription.ts').then(
        ({ follow }) => follow(op, readSession()?.token, listener, end.signal),
        (error) => fail(error),
      )
      return () => end.abort()
    })
  }

/**
 * Calls from outside React: the exam's, and what closed exams left to send. Every failure, also a 401, is the caller's: nothing
 * here ends the session.
 */
export const trpcClient = createTRPCClient<AppRouter>({ links: [transport()] })

const hookClient = trpc.createClient({ links: [expiryLink, secondStepLink, stepUpLink, streamLink, transport()] })

const worthRetrying = (failures: number, error: unknown) =>
  failures < 2 && (codeOf(error) === 'NETWORK' || codeOf(error) === 'INTERNAL')

const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: without a connection a call fails and says so, instead of waiting for ever behind a skeleton.
    queries: { staleTime: 10_000, retry: worthRetrying, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Puts the typed client and the query cache around the app. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    let userId = readSession()?.user.id
    return watchSession(() => {
      const next = readSession()?.user.id
      // The same person signing in again keeps the screen; anyone else must not see what was fetched before.
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
