import { Text } from '@mantine/core'
import { isPass, passMark } from '#shared/tests/scheme.rules.ts'
import { round1 } from '#shared/numbers.ts'
import { StatusBadge } from './status-badge.tsx'

const downwards = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' })

/** Pass or Fail. A failing score that rounds to the pass mark (39.96% as 40.0%) also gets an explanation. */
export function ResultBadge({ percentage }: { percentage: number }) {
  const passed = isPass(percentage)
  return (
    <>
      <StatusBadge tone={passed ? 'success' : 'danger'} label={passed ? 'Pass' : 'Fail'} />
      {!passed && round1(percentage) >= passMark && (
        <Text size="xs" c="dimmed" component="div">
          {downwards.format(percentage)}% is below {passMark}%
        </Text>
      )}
    </>
  )
}
