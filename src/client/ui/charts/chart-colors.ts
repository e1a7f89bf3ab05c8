import type { ScoreColor } from '#shared/reports/reports.rules.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'

type Name = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'indigo' | 'cyan' | 'orange' | 'pink' | 'violet'
/** A colour from chart-colors.module.css, which defines its light and dark values. */
export type ChartColor = `var(--chart-${Name})`
const named = (name: Name): ChartColor => `var(--chart-${name})`

export const answerColors = { correct: named('green'), incorrect: named('red'), unanswered: named('grey') } as const

export const statusColors = { Pass: named('green'), Fail: named('red') } as const

/** The primary colour, for a neutral series such as a count or scores over time. */
export const plainColor = named('indigo')

/** Colours of bars that show a score, by `scoreColor`. */
export const scoreColors: Record<ScoreColor, ChartColor> = {
  green: named('green'),
  blue: named('blue'),
  yellow: named('amber'),
  red: named('red'),
}

/** Distinguishable colours for slices. None of them is a score colour. */
export const testTypeColors: Record<TestType, ChartColor> = {
  Assessment: named('indigo'),
  Practice: named('cyan'),
  Assignment: named('pink'),
  'Mock Test': named('violet'),
  'Specific Company Test': named('orange'),
}
