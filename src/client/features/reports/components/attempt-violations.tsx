import { Text } from '@mantine/core'
import { ViolationLog } from '#client/features/attempts/components/violation-log.tsx'
import { plural } from '#client/lib/plural.ts'
import type { AttemptReview } from '../queries.ts'
import classes from './student.module.css'

interface AttemptViolationsProps {
  violations: AttemptReview['violations']
  /** Number of violations. Integrations report only the number. */
  count: number
}

/** Recorded exam room events with time and duration. */
export const AttemptViolations = ({ violations, count }: AttemptViolationsProps) => (
  <section className={classes.part} aria-labelledby="violations">
    <h2 id="violations">{plural(count, 'violation')}</h2>
    {violations.length === 0 ? (
      <Text size="sm" c="dimmed">
        {count === 0 ? 'The student did not leave the test.' : 'No times were recorded.'}
      </Text>
    ) : (
      <ViolationLog violations={violations} />
    )}
  </section>
)
