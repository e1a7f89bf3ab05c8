import { typeLabels } from '#client/features/tests/model/labels.ts'
import { percentText } from '#client/lib/percent.ts'
import { formatShortDate } from '#client/lib/time.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor, subjectColors, testTypeColors } from '#client/ui/charts/chart-colors.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { passMark } from '#shared/attempts/rules.ts'
import { scoresOfTrend } from '#shared/reports/rules.ts'
import classes from './performance.module.css'
import type { Performance } from './performance-figures.tsx'

const averages = [{ key: 'average', label: 'Average score', color: plainColor }] as const
const empty = 'Nothing to show yet.'

const lastTests = (tests: number) =>
  `Percent of the marks in your ${tests === 1 ? 'only test so far' : `last ${tests} tests`}`

/** My Performance, drawn. @param performance undefined while loading */
export function PerformanceCharts({ performance }: { performance: Performance | undefined }) {
  return (
    <div className={classes.charts}>
      <LineChart
        title="Score trend"
        unit={lastTests(performance?.scores.length ?? scoresOfTrend)}
        empty={empty}
        head={['Test', 'Completed', 'Score']}
        color={plainColor}
        max={100}
        mark={{ value: passMark, label: `Pass mark ${passMark}%` }}
        format={percentText}
        points={performance?.scores.map(({ id, testName, completedAt, percentage }) => ({
          key: id,
          label: formatShortDate(completedAt),
          name: testName,
          value: percentage,
        }))}
      />
      <PieChart
        title="Types of tests"
        unit="Number of tests"
        empty={empty}
        head={['Type', 'Tests']}
        one="test"
        slices={performance?.testTypes.map(({ testType, tests }) => ({
          label: typeLabels[testType],
          value: tests,
          color: testTypeColors[testType],
        }))}
      />
      <BarChart
        title="Average by subject"
        unit="Percent of the marks"
        empty={empty}
        of="Subject"
        series={averages}
        max={100}
        format={percentText}
        bars={performance?.subjects.map(({ subject, averagePercentage }) => ({
          label: subject,
          values: { average: averagePercentage },
          color: subjectColors[subject],
        }))}
      />
      <BarChart
        title="Areas to Improve"
        unit="Your lowest averages, in percent of the marks"
        empty={empty}
        of="Subject"
        series={averages}
        max={100}
        format={percentText}
        bars={performance?.weakestSubjects.map(({ subject, averagePercentage }) => ({
          label: subject,
          values: { average: averagePercentage },
          color: subjectColors[subject],
        }))}
      />
    </div>
  )
}
