import { Group, Stack, Text } from '@mantine/core'
import { verdictWords } from '#shared/coding/languages.rules.ts'
import { timeText } from '../../model/words.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import classes from './editor.module.css'
import type { Solution } from './solutions-editor.tsx'

/** Result of a reference solution's last run. */
export function SolutionOutcome({ outcome, changed }: { outcome: Solution; changed: boolean }) {
  const { verdict, expected_verdict, failed_case, execution_time, message } = outcome
  const differs = verdict !== null && verdict !== expected_verdict
  return (
    <Stack gap={6} miw={0}>
      <Group gap="4px 8px">
        <Text size="sm" c="dimmed">
          {changed ? 'Before your changes:' : 'Last run:'}
        </Text>
        {verdict === null ? <Text size="sm">not run yet</Text> : <VerdictBadge verdict={verdict} />}
        {differs && (
          <Text size="sm" fw={550}>
            instead of {verdictWords[expected_verdict]}
          </Text>
        )}
        {failed_case !== null && <Text size="sm">first at test case {failed_case}</Text>}
        {execution_time !== null && (
          <Text size="sm" c="dimmed" className="tabular">
            slowest case {timeText(execution_time)}
          </Text>
        )}
      </Group>
      {message && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by keyboard
        <pre className={`code-block anywhere ${classes.message}`} tabIndex={0}>
          {message}
        </pre>
      )}
    </Stack>
  )
}
