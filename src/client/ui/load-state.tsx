import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

export interface FailedQuery {
  error: unknown
  refetch: () => unknown
}

interface QueryErrorProps {
  title: string
  query: FailedQuery
  /** Adds a frame, for use outside a card. */
  framed?: boolean
}

/** For content whose query failed. */
export const QueryError = ({ query: { error, refetch }, ...props }: QueryErrorProps) => (
  <ErrorState {...props} message={messageOf(error)} onRetry={() => void refetch()} />
)

interface QueryPendingProps {
  query: FailedQuery
  /** Title of the error. */
  failed: string
  /** Read by screen readers. */
  loading?: string
  /** Shown while loading, instead of a spinner. */
  children?: ReactNode
}

/** Shows a query's loading state or error until it has data. */
export const QueryPending = ({ query, failed, loading, children }: QueryPendingProps) =>
  query.error ? <QueryError title={failed} query={query} /> : (children ?? <Loading label={loading} />)

/** `QueryPending` with messages for a plural noun. @param what the noun: `students` */
export const LoadState = ({ query, what }: { query: FailedQuery; what: string }) => (
  <QueryPending query={query} failed={`Failed to load ${what}`} loading={`Loading ${what}`} />
)
