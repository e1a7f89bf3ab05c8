import { resultColor } from '#shared/reports/rules.ts'
import { percentText } from '../model/words.ts'
import classes from './score-text.module.css'

/** A percentage in the colour of its result. @param pending it may still rise: no colour is the last word */
export const ScoreText = ({ percentage, pending = false }: { percentage: number; pending?: boolean }) => (
  <span className={classes.score} data-tone={pending ? undefined : resultColor(percentage)}>
    {percentText(percentage)}
  </span>
)
