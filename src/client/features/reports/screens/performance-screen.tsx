import { Group, Text } from '@mantine/core'
import {
  type Icon,
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconAward,
  IconChartLine,
  IconCircleCheck,
  IconClipboardList,
  IconClock,
  IconTarget,
  IconTrendingDown,
  IconTrendingUp,
  IconTrophy,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { formatShortDate, spentText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { testTypeColors } from '#client/ui/charts/chart-colors.ts'
import { mostTitle, scoreTrendTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { AverageChart, ScoreLineChart } from '#client/ui/charts/score-charts.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { scoresOfTrend, type Trend } from '#shared/reports/reports.rules.ts'
import { areasToImprove, improvementBelow } from '#shared/reports/student.rules.ts'
import { SubjectAverages } from '../components/college-performance.tsx'
import classes from '../components/performance.module.css'
import { ReportsError } from '../components/reports-error.tsx'
import { praiseOf } from '../model/report-text.ts'
import { useOwnPerformance } from '../queries.ts'

/** My Performance: totals over all of a student's tests, and the score trend. */
export function PerformanceScreen() {
  const own = useOwnPerformance()
  const { data } = own
  return (
    <>
      <PageHeader title="My Performance" purpose="Your scores over time, and where to practise next." />
      {own.error && !data ? (
        <ReportsError title="Failed to load performance data" query={own} />
      ) : data?.totalTests === 0 ? (
        <EmptyState
          framed
          icon={IconChartLine}
          title="No Test Data Yet"
          text="Your scores and their trend appear here after your first test."
          action={<LinkButton to="/my-tests">Open My Tests</LinkButton>}
        />
      ) : (
        <>
          {data ? (
            <Praise average={data.averagePercentage} />
          ) : (
            <span role="status" className="visually-hidden">
              Loading your performance
            </span>
          )}
          <PerformanceFigures performance={data} />
          <PerformanceCharts performance={data} />
        </>
      )}
    </>
  )
}

const green = 'var(--good)'
const praiseIcon = { size: 22, style: { marginTop: 1, color: green }, 'aria-hidden': true } as const

function Praise({ average }: { average: number }) {
  const praise = praiseOf(average)
  if (praise.length === 0) return null
  return (
    <Group
      gap="12px 32px"
      align="stretch"
      mb="md"
      py={14}
      px="md"
      bd="1px solid light-dark(#bfe3c6, #2f5a3a)"
      bdrs="md"
      bg="var(--mantine-color-green-light)"
    >
      {praise.map(({ title, text }) => (
        <Group key={title} gap={10} wrap="nowrap" align="flex-start">
          {title === 'Outstanding' ? <IconAward {...praiseIcon} /> : <IconTrophy {...praiseIcon} />}
          <div>
            <Text component="h2" inherit fz="md" fw={600}>
              {title}
            </Text>
            <Text inherit fz="sm">
              {text}
            </Text>
          </div>
        </Group>
      ))}
    </Group>
  )
}

type Performance = RouterOutputs['reports']['student']['performance']

/** @param performance undefined while loading */
function PerformanceFigures({ performance }: { performance: Performance | undefined }) {
  if (!performance)
    return (
      <StatCards
        label="Your performance"
        stats={['Average score', 'Tests taken', 'Pass rate', 'Time spent', 'Best score', 'Lowest score'].map(
          // Reserve a line for the note so that the layout does not shift.
          (label) => ({ label, value: undefined, note: '\u00a0' }),
        )}
      />
    )
  const { averagePercentage, trend, totalTests, attempts, passed, passRate, timeSpent, failed, highest, lowest } =
    performance
  return (
    <StatCards
      label="Your performance"
      stats={[
        {
          label: 'Average score',
          value: <ScoreText percentage={averagePercentage} />,
          note: <TrendLabel trend={trend} />,
          icon: IconTarget,
        },
        { label: 'Tests taken', value: totalTests, note: `In ${plural(attempts, 'attempt')}`, icon: IconClipboardList },
        {
          label: 'Pass rate',
          value: percentText(passRate),
          note: `${passed.toLocaleString()} passed, ${failed.toLocaleString()} failed`,
          icon: IconCircleCheck,
        },
        { label: 'Time spent', value: spentText(timeSpent), note: 'On all attempts', icon: IconClock },
        ...scoreStat('Best score', highest, IconTrendingUp),
        ...scoreStat('Lowest score', lowest, IconTrendingDown),
      ]}
    />
  )
}

const scoreStat = (label: string, score: Performance['highest'], icon: Icon): Stat[] =>
  score ? [{ label, value: <ScoreText percentage={score.percentage} />, note: <ToReport {...score} />, icon }] : []

const trends = {
  improving: { label: 'Improving', color: green, icon: IconArrowUpRight },
  declining: { label: 'Needs Focus', color: 'light-dark(#8f6200, #ffd43b)', icon: IconArrowDownRight },
  stable: { label: 'Stable', color: undefined, icon: IconArrowRight },
}

function TrendLabel({ trend }: { trend: Trend }) {
  if (trend === 'neutral') return 'Take two tests to see a trend'
  const { label, color, icon: Shape } = trends[trend]
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" c={color} fw={550}>
      <Shape size={14} stroke={2} aria-hidden />
      {label}
    </Group>
  )
}

const ToReport = ({ testId, testName }: { testId: string; testName: string }) => (
  <Link to="/my-tests/$testId/report" params={{ testId }} className="text-link clamp" title={testName}>
    {testName}
  </Link>
)

const empty = 'Nothing to show yet.'

const lastAttempts = (attempts: number) =>
  `Percentage in your ${attempts === 1 ? 'only attempt so far' : `last ${attempts} attempts`}`

/** Text shown if no subject needs improvement. */
function nothingToImprove({ subjects, averagePercentage }: Performance): string {
  if (subjects.every((subject) => subject.averagePercentage >= improvementBelow))
    return `Every subject is at ${improvementBelow}% or above.`
  return `No subject is below your average of ${percentText(averagePercentage)}.`
}

/** @param performance undefined while loading */
function PerformanceCharts({ performance }: { performance: Performance | undefined }) {
  const types = performance?.testTypes.map(({ testType, tests }) => ({
    label: typeLabels[testType],
    value: tests,
    color: testTypeColors[testType],
  }))
  return (
    <div className={classes.charts}>
      <ScoreLineChart
        title="Score trend"
        insight={performance && scoreTrendTitle(performance.scores)}
        unit={lastAttempts(performance?.scores.length ?? scoresOfTrend)}
        passMark={performance?.passMark}
        empty={empty}
        head={['Test', 'Completed', 'Score']}
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
      <SubjectAverages subjects={performance?.subjects} unit="Percentage of marks" empty={empty} />
      <AverageChart
        title="Areas to Improve"
        unit={`Percentage of marks in subjects below your average and below ${improvementBelow}%`}
        empty={performance ? nothingToImprove(performance) : ''}
        of="Subject"
        bars={
          performance &&
          areasToImprove(performance.subjects, performance.averagePercentage).map(({ subject, averagePercentage }) => ({
            label: subject,
            average: averagePercentage,
          }))
        }
      />
    </div>
  )
}
