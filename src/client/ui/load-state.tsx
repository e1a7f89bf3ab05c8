import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from './error-state.tsx'
import { QueryPending } from './query-pending.tsx'

interface FailedQuery {
  error: unknown
  refetch: () => unknown
}

interface QueryErrorProps {
  title: string
  query: FailedQuery
  /** True if it stands alone, without a card around it. */
  framed?: boolean
}

/** For content whose query failed. */
export const QueryError = ({ query: { error, refetch }, ...props }: QueryErrorProps) => (
  <ErrorState {...props} message={messageOf(error)} onRetry={() => void refetch()} />
)

/** For content whose query has no data: still loading, or failed. @param what `students` */
export const LoadState = ({ query, what }: { query: FailedQuery; what: string }) => (
  <QueryPending query={query} failed={`Failed to load ${what}`} loading={`Loading ${what}`} />
)
