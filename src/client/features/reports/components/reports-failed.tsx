import { Paper } from '@mantine/core'
import { ErrorState } from '#client/ui/error-state.tsx'
import { failureText } from '../model/sentences.ts'

interface ReportsFailedProps {
  /** The seed's sentence: `Failed to load reports`. */
  title: string
  error: unknown
  onRetry: () => void
}

/** Stands where reports could not be loaded, or may not be seen. */
export const ReportsFailed = ({ title, error, onRetry }: ReportsFailedProps) => (
  <Paper withBorder>
    <ErrorState title={title} message={failureText(error)} onRetry={onRetry} />
  </Paper>
)
