import { SimpleGrid } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { formatShortDate } from '#client/lib/time.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor } from '#client/ui/charts/chart-colors.ts'
import { growthTitle, topTitle } from '#client/ui/charts/chart-titles.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { usePlatformCharts } from '../queries.ts'
import frame from './dashboards.module.css'

const tests = [{ key: 'tests', label: 'Tests', color: plainColor }] as const

/** User growth over four weeks, and tests by type and subject. */
export function PlatformCharts() {
  const { data, error, refetch } = usePlatformCharts()
  if (error && !data)
    return (
      <div className={`card ${frame.frame}`} data-print="hide">
        <ErrorState title="Failed to load the charts" message={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="md" data-print="hide">
      <LineChart
        title="User growth"
        insight={
          data &&
          growthTitle(
            data.userGrowth.map(({ students, faculty }) => students + faculty),
            'Users',
          )
        }
        unit="Students and faculty at the end of each of the last four weeks"
        empty="No one has been added yet."
        head={['Of them', 'Week to', 'Users']}
        color={plainColor}
        points={data?.userGrowth.map(({ date, students, faculty }) => ({
          key: date,
          // A date without a time would be parsed as midnight UTC. Noon is the same day for the viewer.
          label: formatShortDate(`${date}T12:00:00`),
          name: `${plural(students, 'student')}, ${faculty.toLocaleString()} faculty`,
          value: students + faculty,
        }))}
      />
      <BarChart
        title="Tests by subject"
        insight={
          data &&
          topTitle(
            data.subjects.map(({ subject, tests: value }) => ({ name: subject, value })),
            'tests',
          )
        }
        unit="Number of tests"
        empty="No tests yet."
        of="Subject"
        series={tests}
        bars={
          data?.subjects.some((subject) => subject.tests > 0)
            ? data.subjects.map(({ subject, tests }) => ({
                label: subject,
                values: { tests },
              }))
            : data && []
        }
      />
    </SimpleGrid>
  )
}
