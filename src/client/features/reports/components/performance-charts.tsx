import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText } from '#client/lib/format.ts'
import { formatShortDate } from '#client/lib/time.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor, testTypeColors } from '#client/ui/charts/chart-colors.ts'
import { mostTitle, scoreTrendTitle, weakestSubjectTitle } from '#client/ui/charts/chart-titles.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { passMark } from '#shared/attempts/attempts.rules.ts'
import { scoresOfTrend } from '#shared/reports/reports.rules.ts'
import { areasToImprove, improvementBelow } from '#shared/reports/student.rules.ts'
import classes from './performance.module.css'
import type { Performance } from './performance-stats.tsx'

const averages = [{ key: 'average', label: 'Average score', color: plainColor }] as const
const empty = 'Nothing to show yet.'

const lastAttempts = (attempts: number) =>
  `Percentage in your ${attempts === 1 ? 'only attempt so far' : `last ${attempts} attempts`}`

/** Text shown if no subject needs improvement. */
function nothingToImprove({ subjects, averagePercentage }: Performance): string {
  if (subjects.every((subject) => subject.averagePercentage >= improvementBelow))
    return `Every subject is at ${improvementBelow}% or more. Well done!`
  return `No subject falls behind your average of ${percentText(averagePercentage)}.`
}

/** Charts of My Performance. @param performance undefined while loading */
export function PerformanceCharts({ performance }: { performance: Performance | undefined }) {
  const types = performance?.testTypes.map(({ testType, tests }) => ({
    label: typeLabels[testType],
    value: tests,
    color: testTypeColors[testType],
  }))
  return (
    <div className={classes.charts}>
      <LineChart
        title="Score trend"
        insight={performance && scoreTrendTitle(performance.scores)}
        unit={lastAttempts(performance?.scores.length ?? scoresOfTrend)}
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
        title="Tests by type"
        insight={
          types &&
          mostTitle(
            types.map(({ label, value }) => ({ name: label, value })),
            'tests',
          )
        }
        unit="Number of tests"
        empty={empty}
        head={['Type', 'Tests']}
        one="test"
        slices={types}
      />
      <BarChart
        title="Average by subject"
        insight={
          performance &&
          weakestSubjectTitle(
            performance.subjects.map(({ subject, averagePercentage: value }) => ({ name: subject, value })),
          )
        }
        unit="Percent of the marks"
        empty={empty}
        of="Subject"
        series={averages}
        max={100}
        format={percentText}
        bars={performance?.subjects.map(({ subject, averagePercentage }) => ({
          label: subject,
          values: { average: averagePercentage },
        }))}
      />
      <BarChart
        title="Areas to Improve"
        unit={`Subjects below your average and below ${improvementBelow}%, in percent of the marks`}
        empty={performance ? nothingToImprove(performance) : ''}
        of="Subject"
        series={averages}
        max={100}
        format={percentText}
        bars={
          performance &&
          areasToImprove(performance.subjects, performance.averagePercentage).map(({ subject, averagePercentage }) => ({
            label: subject,
            values: { average: averagePercentage },
          }))
        }
      />
    </div>
  )
}
