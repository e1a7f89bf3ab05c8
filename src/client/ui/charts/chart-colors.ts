import type { ScoreColor } from '#shared/reports/rules.ts'
import type { TestType } from '#shared/tests/schema.ts'

type Name = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'indigo' | 'cyan' | 'orange' | 'pink' | 'violet'
/** A colour of chart-colors.module.css, which knows it in the light and in the dark. */
export type ChartColor = `var(--chart-${Name})`
const named = (name: Name): ChartColor => `var(--chart-${name})`

/** Right and wrong answers. */
export const answerColors = { correct: named('green'), incorrect: named('red'), unanswered: named('grey') } as const

/** Passed and failed attempts. */
export const statusColors = { Pass: named('green'), Fail: named('red') } as const

/** The neutral series: a count, or scores over time. The primary colour. */
export const plainColor = named('indigo')

/** A bar that shows a score, by `scoreColor`. */
export const scoreColors: Record<ScoreColor, ChartColor> = {
  green: named('green'),
  blue: named('blue'),
  yellow: named('amber'),
  red: named('red'),
}

/** Slices that must be told apart; none has the colour of a score. */
export const testTypeColors: Record<TestType, ChartColor> = {
  Assessment: named('indigo'),
  Practice: named('cyan'),
  Assignment: named('pink'),
  'Mock Test': named('violet'),
  'Specific Company Test': named('orange'),
}
