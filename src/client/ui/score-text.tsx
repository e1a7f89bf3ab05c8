import { percentText } from '#client/lib/percent.ts'
import { scoreColor } from '#shared/reports/rules.ts'
import classes from './score-text.module.css'

interface ScoreTextProps {
  percentage: number
  /** It may still rise, so it has no colour yet. */
  pending?: boolean
}

/** A score or an average, in the colour of the one scale. */
export const ScoreText = ({ percentage, pending = false }: ScoreTextProps) => (
  <span className={classes.score} data-tone={pending ? undefined : scoreColor(percentage)}>
    {percentText(percentage)}
  </span>
)
