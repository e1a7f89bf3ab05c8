import { percentText } from '#client/lib/format.ts'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import classes from './score-text.module.css'

interface ScoreTextProps {
  percentage: number
  /** True if the score may still rise. It has no colour yet. */
  pending?: boolean
}

/** A score or average, coloured by the shared scale. */
export const ScoreText = ({ percentage, pending = false }: ScoreTextProps) => (
  <span className={`tabular ${classes.score}`} data-tone={pending ? undefined : scoreColor(percentage)}>
    {percentText(percentage)}
  </span>
)
