import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ScoreText } from '#client/ui/score-text.tsx'
import type { Results } from '#shared/attempts/attempts.schema.ts'
import { marksText } from './report-text.ts'
import classes from './score-card.module.css'

interface ScoreCardProps {
  results: Results
  /** Shown beside the score: grade, Pass or Fail. */
  children?: ReactNode
  /** True if there are multiple-choice questions to count. */
  counts?: boolean
  /** True while programs are still being judged, so neither the mark nor the colour is final. */
  pending?: boolean
}

/** Marks, percentage and the three counts. */
export function ScoreCard({ results, children, counts = true, pending = false }: ScoreCardProps) {
  const { percentage, marksObtained, totalMarks } = results
  return (
    <section className={classes.card} aria-label="Score">
      <div className={classes.score}>
        <div className={classes.percentage}>
          <ScoreText percentage={percentage} pending={pending} />
        </div>
        <span className={classes.marks}>
          {marksText(marksObtained, totalMarks)}
          {pending && ' so far'}
        </span>
        {children && <div className={classes.verdict}>{children}</div>}
      </div>
      {counts && (
        <dl className={classes.counts}>
          <Count icon={<IconCircleCheck aria-hidden />} tone="green" label="Correct" value={results.correctAnswers} />
          <Count icon={<IconCircleX aria-hidden />} tone="red" label="Incorrect" value={results.incorrectAnswers} />
          <Count icon={<IconCircleMinus aria-hidden />} tone="grey" label="Unanswered" value={results.unanswered} />
        </dl>
      )}
    </section>
  )
}

function Count({ icon, tone, label, value }: { icon: ReactNode; tone: string; label: string; value: number }) {
  return (
    <div className={classes.count}>
      <dt data-tone={tone}>
        {icon}
        {label}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
