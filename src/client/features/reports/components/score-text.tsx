import { percentText } from '#client/lib/percent.ts'
import { resultColor } from '#shared/reports/rules.ts'
import classes from './score-text.module.css'

interface ScoreTextProps {
  percentage: number
  /** It may still rise: no colour is the last word. */
  pending?: boolean
  /** The seed's colours of this kind of figure: one of src/shared/reports/rules.ts. */
  color?: (percentage: number) => 'green' | 'blue' | 'yellow' | 'red'
}

/** A percentage in its colour, that of a result unless said otherwise. */
export const ScoreText = ({ percentage, pending = false, color = resultColor }: ScoreTextProps) => (
  <span className={classes.score} data-tone={pending ? undefined : color(percentage)}>
    {percentText(percentage)}
  </span>
)
