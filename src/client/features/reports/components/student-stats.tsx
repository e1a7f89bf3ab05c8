import { Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconReport, IconTarget } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import { formatShortDate, spentText } from '#client/lib/time.ts'
import { plainColor } from '#client/ui/charts/chart-colors.ts'
import { scoreTrendTitle } from '#client/ui/charts/chart-titles.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { passMark } from '#shared/attempts/attempts.rules.ts'
import { averageText, latestOnly, ofAttempts } from '../model/report-text.ts'
import type { StudentOverview } from '../queries.ts'

/** Summary of a student's tests. @param overview undefined while loading */
export function StudentFigures({ overview }: { overview: StudentOverview | undefined }) {
  const figures = overview?.performance
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <>
      <StatCards
        label="Summary"
        stats={[
          {
            label: 'Tests taken',
            value: figures?.totalTests ?? waiting,
            note: overview && `Of ${overview.assigned.toLocaleString()} assigned`,
            icon: IconReport,
          },
          {
            label: 'Average score',
            value: figures ? averageText(figures.averagePercentage, figures.attempts) : waiting,
            note: figures && ofAttempts(figures.attempts),
            icon: IconTarget,
          },
          {
            label: 'Passed',
            value: figures?.passed ?? waiting,
            note:
              figures && `${percentText(figures.passRate)} of tests${latestOnly(figures.attempts, figures.totalTests)}`,
            icon: IconCircleCheck,
          },
          { label: 'Failed', value: figures?.failed ?? waiting, note: `Below ${passMark}%`, icon: IconCircleX },
          {
            label: 'Time spent',
            value: figures ? spentText(figures.timeSpent) : waiting,
            note: 'From start to submission',
            icon: IconClock,
          },
        ]}
      />
      <LineChart
        title="Scores over time"
        insight={figures && scoreTrendTitle(figures.scores)}
        unit={`Percent of the marks, last ${figures?.scores.length ?? 10} attempts`}
        empty="No scores yet."
        head={['Test', 'Submitted', 'Score']}
        color={plainColor}
        max={100}
        mark={{ value: passMark, label: `Pass mark ${passMark}%` }}
        format={percentText}
        points={figures?.scores.map(({ id, testName, completedAt, percentage }) => ({
          key: id,
          label: formatShortDate(completedAt),
          name: testName,
          value: percentage,
        }))}
      />
    </>
  )
}
