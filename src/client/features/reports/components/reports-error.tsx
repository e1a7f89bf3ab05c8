import { ErrorState } from '#client/ui/error-state.tsx'
import { failureText } from '../model/report-text.ts'

interface ReportsErrorProps {
  /** The specified title, such as `Failed to load reports`. */
  title: string
  query: { error: unknown; refetch: () => unknown }
  framed?: boolean
}

/** Shown if reports could not be loaded or the user may not see them. */
export const ReportsError = ({ query: { error, refetch }, framed = true, title }: ReportsErrorProps) => (
  <ErrorState framed={framed} title={title} message={failureText(error)} onRetry={() => void refetch()} />
)
