import { Paper } from '@mantine/core'
import { ErrorState } from '#client/ui/error-state.tsx'
import { failureText } from '../model/report-text.ts'

interface ReportsErrorProps {
  /** The specified title: `Failed to load reports`. */
  title: string
  error: unknown
  onRetry: () => void
}

/** Shown if reports could not be loaded or the user may not see them. */
export const ReportsError = ({ title, error, onRetry }: ReportsErrorProps) => (
  <Paper withBorder>
    <ErrorState title={title} message={failureText(error)} onRetry={onRetry} />
  </Paper>
)
