import { Progress, Text } from '@mantine/core'

/** Completed out of the total, with a full-width progress bar below. */
export function CompletionBar({ completed, whole }: { completed: number; whole: number }) {
  const share = whole === 0 ? 0 : (completed / whole) * 100
  return (
    <>
      <Text size="sm" className="tabular" mb={4}>
        {completed.toLocaleString()} / {whole.toLocaleString()}
      </Text>
      <Progress value={share} size="sm" aria-label={`${completed} of ${whole} completed`} />
    </>
  )
}
