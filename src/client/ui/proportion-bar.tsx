import { percentText } from '#client/lib/format.ts'
import { percentOf } from '#shared/numbers.ts'
import classes from './proportion-bar.module.css'

/** A part of a whole: `12 of 40`, with a bar and the percentage. */
export function Proportion({ part, whole }: { part: number; whole: number }) {
  const percent = percentOf(part, whole)
  return (
    <span className={classes.proportion}>
      <span className={classes.words}>
        {part.toLocaleString()} of {whole.toLocaleString()}
      </span>
      <span className={classes.bar} aria-hidden>
        <span className={classes.part} style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.percent}>{whole === 0 ? '–' : percentText(percent)}</span>
    </span>
  )
}
