import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

interface QueryPendingProps {
  query: { error: unknown; refetch: () => unknown }
  /** Title of the error. */
  failed: string
  /** Read by screen readers. */
  loading?: string
  /** Shown while loading, instead of a spinner. */
  children?: ReactNode
}

/** Shown in place of a query's data until there is some: its error, or that it is loading. */
export const QueryPending = ({ query, failed, loading, children }: QueryPendingProps) =>
  query.error ? (
    <ErrorState title={failed} message={messageOf(query.error)} onRetry={() => void query.refetch()} />
  ) : (
    (children ?? <Loading label={loading} />)
  )
