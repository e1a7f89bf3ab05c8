import type { subjects, TestType } from '#shared/tests/schema.ts'

type Name = 'green' | 'red' | 'amber' | 'grey' | 'indigo' | 'cyan' | 'orange' | 'pink' | 'violet'
/** A colour of chart-colors.module.css, which knows it in the light and in the dark. */
export type ChartColor = `var(--chart-${Name})`
const named = (name: Name): ChartColor => `var(--chart-${name})`

/** What an answer came to. */
export const answerColors = { correct: named('green'), incorrect: named('red'), unanswered: named('grey') } as const

/** What an attempt came to. */
export const statusColors = { Pass: named('green'), Fail: named('red') } as const

/** A figure that is nothing but a figure: a score, a count. */
export const plainColor = named('indigo')

/** By the tones of src/shared/reports/rules.ts: `barColor`, `performanceColor`. */
export const toneColors = { green: named('green'), yellow: named('amber'), red: named('red') } as const

export const subjectColors: Record<(typeof subjects)[number], ChartColor> = {
  Verbal: named('violet'),
  Reasoning: named('cyan'),
  Technical: named('indigo'),
  Arithmetic: named('orange'),
  Communication: named('pink'),
}

export const testTypeColors: Record<TestType, ChartColor> = {
  Assessment: named('indigo'),
  Practice: named('cyan'),
  Assignment: named('amber'),
  'Mock Test': named('violet'),
  'Specific Company Test': named('orange'),
}
