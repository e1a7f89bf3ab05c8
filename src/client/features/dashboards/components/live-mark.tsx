import { Box, Button, Text } from '@mantine/core'
import { formatTime } from '#client/lib/time.ts'
import classes from './dashboards.module.css'

interface LiveMarkProps {
  /** When the figures were loaded, ms UTC; 0 before that. */
  updatedAt: number
  /** True if the last refresh failed, so the figures are stale. */
  failed: boolean
  onRetry: () => void
}

/** Shows how old the figures on the screen are. */
export function LiveMark({ updatedAt, failed, onRetry }: LiveMarkProps) {
  if (updatedAt === 0) return null
  const time = formatTime(new Date(updatedAt).toISOString())
  if (failed)
    return (
      <Text span inherit c="dimmed" fz="xs" className={`tabular ${classes.mark}`} role="alert">
        Out of date: figures from {time}.
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Retry
        </Button>
      </Text>
    )
  return (
    <Text span inherit c="dimmed" fz="xs" className={`tabular ${classes.mark}`} data-print="hide">
      <Box component="span" w={7} h={7} className={classes.liveMarkDot} aria-hidden />
      Live · updated {time}
    </Text>
  )
}
