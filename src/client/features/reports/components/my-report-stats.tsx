import { Box, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClipboardList, IconClock, IconTarget } from '@tabler/icons-react'
import { percentText, plural } from '#client/lib/format.ts'
import { spentText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { answerColors, statusColors } from '#client/ui/charts/chart-colors.ts'
import { passedTitle, wrongAnswersTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { passMark } from '#shared/attempts/attempts.rules.ts'
import { latestOnly, ofAttempts } from '../model/report-text.ts'
import classes from './performance.module.css'

type Answer = RouterOutputs['reports']['student']['list']

/** Totals of the filtered reports. @param answer undefined while loading */
export function OwnSummary({ answer }: { answer: Answer | undefined }) {
  const summary = answer?.summary
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        {
          label: 'Total tests',
          value: summary?.total ?? waiting,
          note: summary ? `In ${plural(summary.attempts, 'attempt')}` : '\u00a0',
          icon: IconClipboardList,
        },
        {
          label: 'Passed',
          value: summary?.passed ?? waiting,
          note: `${passMark}% or more${latestOnly(summary?.attempts ?? 0, summary?.total ?? 0)}`,
          icon: IconCircleCheck,
        },
        { label: 'Failed', value: summary?.failed ?? waiting, note: `Below ${passMark}%`, icon: IconCircleX },
        {
          label: 'Avg score',
          value: summary ? percentText(summary.averagePercentage) : waiting,
          note: summary ? ofAttempts(summary.attempts) : '\u00a0',
          icon: IconTarget,
        },
        {
          label: 'Time spent',
          value: summary ? spentText(summary.timeSpent) : waiting,
          note: 'From start to submission',
          icon: IconClock,
        },
      ]}
    />
  )
}

const answers = [
  { key: 'correct', label: 'Correct', color: answerColors.correct },
  { key: 'incorrect', label: 'Incorrect', color: answerColors.incorrect },
] as const

/** The same figures as charts. */
export function OwnCharts({ answer, stale }: { answer: Answer | undefined; stale: boolean }) {
  const subjects = answer?.subjects.filter(({ correct, incorrect }) => correct + incorrect > 0)
  return (
    <Box mb="lg" className={classes.charts} data-stale={stale || undefined}>
      <BarChart
        title="Answers by subject"
        insight={subjects && wrongAnswersTitle(subjects)}
        unit={`Number of questions answered${answer ? latestOnly(answer.summary.attempts, answer.summary.total) : ''}`}
        empty="None of these tests has multiple-choice questions that you answered."
        of="Subject"
        series={answers}
        bars={subjects?.map(({ subject, ...values }) => ({ label: subject, values }))}
      />
      <PieChart
        title="Passed and failed"
        insight={answer && passedTitle(answer.summary.passed, answer.summary.failed, 'test')}
        unit={`Number of tests${answer ? latestOnly(answer.summary.attempts, answer.summary.total) : ''}`}
        empty="No test to count."
        head={['Result', 'Tests']}
        one="test"
        slices={
          answer && [
            { label: 'Pass', value: answer.summary.passed, color: statusColors.Pass },
            { label: 'Fail', value: answer.summary.failed, color: statusColors.Fail },
          ]
        }
      />
    </Box>
  )
}
