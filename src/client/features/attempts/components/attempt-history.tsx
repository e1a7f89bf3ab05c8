import { Box, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { percentText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { ScoreLineChart } from '#client/ui/charts/score-charts.tsx'
import type { AttemptScore } from '#shared/attempts/attempts.schema.ts'
import { trendTitle } from '../model/result-text.ts'
import classes from './instructions.module.css'

/** Maximum points in a readable line chart. */
const maxPoints = 50

interface AttemptHistoryProps {
  /** Oldest first; at least two. */
  attempts: readonly AttemptScore[]
  /** The attempt shown on the page. */
  current: string
  passMark: number
}

/** Score trend over the attempts at a Practice test, with a link to each attempt. */
export function AttemptHistory({ attempts, current, passMark }: AttemptHistoryProps) {
  const visible = attempts.slice(-maxPoints)
  return (
    <Box component="section" mt="lg" aria-label="Your attempts">
      <ScoreLineChart
        title={trendTitle(attempts)}
        unit={
          visible.length < attempts.length
            ? `Percentage in your last ${visible.length} of ${attempts.length} attempts`
            : `Percentage in your ${attempts.length} attempts`
        }
        empty=""
        head={['Submitted', 'Attempt', 'Score']}
        passMark={passMark}
        points={visible.map(({ id, number, submittedAt, percentage }) => ({
          key: id,
          label: `Attempt ${number}`,
          name: formatDateTime(submittedAt),
          value: percentage,
        }))}
      />

      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={`card ${classes.scroll}`} aria-label="All attempts" tabIndex={0}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Attempt</Table.Th>
              <Table.Th>Submitted</Table.Th>
              <Table.Th ta="end" visibleFrom="xs">
                Marks
              </Table.Th>
              <Table.Th ta="end">Score</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular">
            {attempts.toReversed().map((attempt) => (
              <Table.Tr key={attempt.id} data-current={attempt.id === current || undefined}>
                <Table.Td>
                  {attempt.id === current ? (
                    <span aria-current="true">Attempt {attempt.number}</span>
                  ) : (
                    <Link to="." search={(before: object) => ({ ...before, attempt: attempt.id })} resetScroll={false}>
                      Attempt {attempt.number}
                    </Link>
                  )}
                </Table.Td>
                <Table.Td>{formatDateTime(attempt.submittedAt)}</Table.Td>
                <Table.Td ta="end" visibleFrom="xs">
                  {attempt.marksObtained} / {attempt.totalMarks}
                </Table.Td>
                <Table.Td ta="end">{percentText(attempt.percentage)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Box>
  )
}
