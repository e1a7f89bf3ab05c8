import { Group, Skeleton } from '@mantine/core'
import {
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconCircleCheck,
  IconClipboardList,
  IconClock,
  IconTarget,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { percentText, plural } from '#client/lib/format.ts'
import { spentText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { Trend } from '#shared/reports/reports.rules.ts'
import { trendLabels } from '../model/report-text.ts'
import classes from './performance.module.css'

export type Performance = RouterOutputs['reports']['student']['performance']

/** Figures of My Performance. @param performance undefined while loading */
export function PerformanceFigures({ performance }: { performance: Performance | undefined }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  if (!performance)
    return (
      <StatCards
        label="Your performance"
        stats={['Average score', 'Tests taken', 'Pass rate', 'Time spent', 'Best score', 'Lowest score'].map(
          // Reserves the line for the note, so that the layout does not shift.
          (label) => ({ label, value: waiting, note: '\u00a0' }),
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
        {
          label: 'Time spent',
          value: spentText(timeSpent),
          note: 'On all attempts',
          icon: IconClock,
        },
        ...(highest
          ? [
              {
                label: 'Best score',
                value: <ScoreText percentage={highest.percentage} />,
                note: <ToReport {...highest} />,
                icon: IconTrendingUp,
              },
            ]
          : []),
        ...(lowest
          ? [
              {
                label: 'Lowest score',
                value: <ScoreText percentage={lowest.percentage} />,
                note: <ToReport {...lowest} />,
                icon: IconTrendingDown,
              },
            ]
          : []),
      ]}
    />
  )
}

const trendIcons = { improving: IconArrowUpRight, declining: IconArrowDownRight, stable: IconArrowRight } as const

function TrendLabel({ trend }: { trend: Trend }) {
  if (trend === 'neutral') return 'Take two tests to see a trend'
  const Shape = trendIcons[trend]
  return (
    <Group component="span" gap={4} wrap="nowrap" fw={550} className={classes.trend} data-trend={trend}>
      <Shape size={14} stroke={2} aria-hidden />
      {trendLabels[trend]}
    </Group>
  )
}

const ToReport = ({ testId, testName }: { testId: string; testName: string }) => (
  <Link to="/my-tests/$testId/report" params={{ testId }} className="text-link clamp" title={testName}>
    {testName}
  </Link>
)
