import { Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TestLink } from '#client/features/assignments/components/test-link.tsx'
import type { Placed } from '#client/features/assignments/model/my-test-order.ts'
import { releaseText } from '#client/features/attempts/model/result-text.ts'
import { windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText } from '#client/lib/format.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import classes from './dashboards.module.css'

/** Text for an empty list, with a link to My Tests. */
const Nothing = ({ children }: { children: string }) => (
  <Box component="p" p="md" c="dimmed" fz="xs" className="card tabular">
    {children} <Link to="/my-tests">Open My Tests</Link>
  </Box>
)

/** The latest submitted attempts, newest first. */
export function RecentActivity({ tests }: { tests: readonly Placed[] }) {
  if (tests.length === 0) return <Nothing>Submitted tests appear here.</Nothing>
  return (
    <ul className="card rows" style={{ overflow: 'hidden' }}>
      {tests.map(({ assignment: { id, testId, attempt }, status }) => (
        <Group component="li" gap="sm" wrap="nowrap" align="flex-start" key={id} className={classes.row}>
          <Box flex={1} miw={0}>
            <Text component="div" lineClamp={2} fz="sm" fw={550} className="anywhere" title={testId.testName}>
              <TestLink testId={testId.id} status={status} className="text-link">
                {testId.testName}
              </TestLink>
            </Text>
            <Box c="dimmed" fz="xs" className="tabular">
              {typeLabels[testId.testType]} · {testId.subject} · <RelativeTime value={attempt?.submittedAt ?? null} />
            </Box>
          </Box>
          {attempt && (
            <Box fz="sm" fw={600} ta="right" flex="none" className="tabular">
              {attempt.percentage === null ? (
                <Text component="div" c="dimmed" fz="xs" fw={400}>
                  {releaseText(attempt)}
                </Text>
              ) : (
                <>
                  {percentText(attempt.percentage)}
                  <Text component="div" c="dimmed" fz="xs" fw={400}>
                    {attempt.marksObtained} of {testId.totalMarks}
                  </Text>
                </>
              )}
            </Box>
          )}
        </Group>
      ))}
    </ul>
  )
}

/** Tests by start time, latest first, each with its status. @param now server time, ms UTC */
export function Timeline({ tests, now }: { tests: readonly Placed[]; now: number }) {
  if (tests.length === 0) return <Nothing>Your tests appear here by date.</Nothing>
  return (
    <ol className="card rows" style={{ overflow: 'hidden' }}>
      {tests.map(({ assignment: { id, testId, attempt }, status }) => (
        <Group component="li" gap="sm" wrap="nowrap" align="flex-start" key={id} className={classes.row}>
          <Box
            component="span"
            w={10}
            h={10}
            mt={6}
            flex="none"
            className={classes.dot}
            data-status={status}
            aria-hidden
          />
          <Box flex={1} miw={0}>
            <Text component="div" lineClamp={2} fz="sm" fw={550} className="anywhere" title={testId.testName}>
              <TestLink testId={testId.id} status={status} className="text-link">
                {testId.testName}
              </TestLink>
            </Text>
            <Box c="dimmed" fz="xs" className="tabular">
              {windowText(testId, now)}
            </Box>
          </Box>
          <Box fz="sm" fw={600} ta="right" flex="none" className="tabular">
            {attempt?.percentage != null && percentText(attempt.percentage)}
            <Text component="div" c="dimmed" fz="xs" fw={400}>
              {status}
            </Text>
          </Box>
        </Group>
      ))}
    </ol>
  )
}
