import { Text } from '@mantine/core'
import { round1 } from '#shared/numbers.ts'
import { isPass, passMark } from '#shared/tests/scheme.rules.ts'
import { StatusBadge } from './status-badge.tsx'

const downwards = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' })

interface ResultBadgeProps {
  percentage: number
  /** True if the attempt passed by its test's rules. Defaults to a comparison with the usual pass mark. */
  passed?: boolean | undefined
}

/** Pass or Fail. A failing score that rounds to the usual pass mark (39.96% as 40.0%) also gets an explanation. */
export function ResultBadge({ percentage, passed = isPass(percentage) }: ResultBadgeProps) {
  return (
    <>
      <StatusBadge tone={passed ? 'success' : 'danger'} label={passed ? 'Pass' : 'Fail'} />
      {!passed && round1(percentage) === passMark && (
        <Text size="xs" c="dimmed" component="div">
          {downwards.format(percentage)}% is below {passMark}%
        </Text>
      )}
    </>
  )
}
