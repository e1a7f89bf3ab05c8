import { locale, percentText, plural } from '#client/lib/format.ts'
import { percentOf, round1 } from '#shared/numbers.ts'
import { averageOf, trendOf, trendParts } from '#shared/reports/reports.rules.ts'
import type { SpanUnit } from '#shared/reports/spans.rules.ts'
import { inSpan, sinceSpan } from './time-spans.ts'

/** A chart's main insight, as its title. Undefined if there is none; the chart then uses its name. */
type Title = string | undefined

export interface Named {
  name: string
  value: number
}

const monthName = new Intl.DateTimeFormat(locale, { month: 'long' })
const monthOf = (iso: string) => monthName.format(new Date(iso))

/** Averages count as equal if they differ by less than this number of percentage points. */
const alikePoints = 5

/** The item with the greatest value. Undefined if several items share it or there is only one item. */
function topOf(items: readonly Named[]): string | undefined {
  const [first, second] = items.toSorted((one, other) => other.value - one.value)
  return first && second && first.value > second.value ? first.name : undefined
}

const areAlike = (averages: readonly Named[]) => {
  const values = averages.map(({ value }) => value)
  return Math.max(...values) - Math.min(...values) < alikePoints
}

/** The highest or lowest average, compared as rounded on screen. Undefined if tied, or if all averages are alike. */
function outlier(averages: readonly Named[], end: 'highest' | 'lowest'): string | undefined {
  if (areAlike(averages)) return undefined
  return topOf(averages.map(({ name, value }) => ({ name, value: round1(value) * (end === 'highest' ? 1 : -1) })))
}

/** False if the scores fluctuate: a missing trend alone does not make them steady. */
const areSteady = (percentages: readonly number[]) =>
  Math.max(...percentages) - Math.min(...percentages) <= 3 * alikePoints

/** `Scores fell in March`. @param scores oldest first */
export function scoreTrendTitle(scores: readonly { completedAt: string; percentage: number }[]): Title {
  const trend = trendOf(scores.map(({ percentage }) => percentage))
  if (trend === 'neutral') return undefined
  const { earlier, latest } = trendParts(scores)
  // Only call it a rise or fall if every later score, not just their average, is above or below the earlier average.
  const before = earlier.reduce((sum, { percentage }) => sum + percentage, 0) / Math.max(1, earlier.length)
  const isShared = latest.every(({ percentage }) => (trend === 'improving' ? percentage > before : percentage < before))
  if (trend === 'stable' || !isShared)
    return areSteady([...earlier, ...latest].map(({ percentage }) => percentage))
      ? 'Scores are steady'
      : 'Scores vary, with no clear trend'
  const months = new Set(latest.map(({ completedAt }) => monthOf(completedAt)))
  const [month] = months
  const isNew = months.size === 1 && earlier.every(({ completedAt }) => monthOf(completedAt) !== month)
  const verb = trend === 'improving' ? 'rose' : 'fell'
  if (isNew) return `Scores ${verb} in ${month}`
  return `Scores ${verb} in the latest ${latest.length === 1 ? 'test' : `${latest.length} tests`}`
}

interface AverageSpan {
  startDate: string
  attempts: number
  averagePercentage: number | null
}

/** `Average score fell in March`: compares the latest spans with the earlier ones. @param spans oldest first */
export function averageTrendTitle(unit: SpanUnit, spans: readonly AverageSpan[]): Title {
  const attempted = spans.filter(({ attempts }) => attempts > 0)
  if (attempted.length < 2) return undefined
  const { earlier, latest } = trendParts(attempted)
  const change = averageOfSpans(latest) - averageOfSpans(earlier)
  if (Math.abs(change) < alikePoints)
    return areSteady([...earlier, ...latest].map(({ averagePercentage }) => averagePercentage ?? 0))
      ? 'Average score is steady'
      : 'Average score varies, with no clear trend'
  const { startDate = '' } = latest[0] ?? {}
  return `Average score ${change > 0 ? 'rose' : 'fell'} ${(latest.length === 1 ? inSpan : sinceSpan)(unit, startDate)}`
}

const averageOfSpans = (spans: readonly AverageSpan[]) =>
  averageOf({
    completed: spans.reduce((sum, { attempts }) => sum + attempts, 0),
    percentages: spans.reduce((sum, { attempts, averagePercentage }) => sum + attempts * (averagePercentage ?? 0), 0),
  })

/** `Reasoning is the weakest subject`. */
export function weakestSubjectTitle(averages: readonly Named[]): Title {
  if (averages.length > 1 && areAlike(averages)) return 'All subjects are close together'
  const weakest = outlier(averages, 'lowest')
  return weakest && `${weakest} is the weakest subject`
}

/** `Section B has the lowest average`. */
export function averageTitle(averages: readonly Named[], end: 'highest' | 'lowest'): Title {
  const name = outlier(averages, end)
  return name && `${name} has the ${end} average`
}

/** `3 of 4 students passed`. @param one singular noun for the counted items: `student` */
export function passedTitle(passed: number, failed: number, one: string): Title {
  const all = passed + failed
  if (all === 0) return undefined
  if (all === 1) return passed === 1 ? `The only ${one} passed` : `The only ${one} failed`
  if (failed === 0) return `All ${plural(all, one)} passed`
  return passed === 0
    ? `None of the ${plural(all, one)} passed`
    : `${passed.toLocaleString()} of ${plural(all, one)} passed`
}

/** `Reasoning has the most wrong answers`. */
export function wrongAnswersTitle(subjects: readonly { subject: string; correct: number; incorrect: number }[]): Title {
  if (subjects.length === 0) return undefined
  if (subjects.every(({ incorrect }) => incorrect === 0)) return 'Every answer is correct'
  const top = topOf(subjects.map(({ subject, incorrect }) => ({ name: subject, value: incorrect })))
  return top && `${top} has the most wrong answers`
}

/** `Most tests are Practice`. @param of plural noun for the counted items: `tests` */
export function mostTitle(kinds: readonly Named[], of: string): Title {
  const all = kinds.reduce((sum, { value }) => sum + value, 0)
  const most = kinds.find(({ value }) => value * 2 > all)
  if (!most) return undefined
  return most.value === all ? `All ${of} are ${most.name}` : `Most ${of} are ${most.name}`
}

/** `Technical has the most tests`. @param of plural noun for the counted items: `tests` */
export function topTitle(counts: readonly Named[], of: string): Title {
  const top = topOf(counts)
  return top && `${top} has the most ${of}`
}

/** `Users grew from 120 to 180`. @param values oldest first */
export function growthTitle(values: readonly number[], what: string): Title {
  const [first, last] = [values[0], values.at(-1)]
  if (values.length < 2 || first === undefined || last === undefined) return undefined
  if (first === last) return `${what} stayed at ${last.toLocaleString()}`
  return `${what} ${last > first ? 'grew' : 'fell'} from ${first.toLocaleString()} to ${last.toLocaleString()}`
}

/** `Seen most on 12 Mar`: when a value peaked. @param points at least two, with display names */
export function peakTitle(points: readonly Named[], verb: string, on: string): Title {
  const top = topOf(points)
  return top && `${verb} most ${on} ${top}`
}

/** `Seen by 63.4% of recipients`. */
export const seenTitle = (seen: number, recipients: number): Title =>
  recipients === 0 ? undefined : `Seen by ${percentText(percentOf(seen, recipients))} of recipients`
