import { spanTick } from '#client/ui/charts/span-names.ts'
import type { SpanUnit } from '#shared/reports/spans/rules.ts'

/** Sent and read notifications of one day in the viewer's zone. */
interface Day {
  /** As `2026-01-31`. */
  date: string
  /** Notifications that went out. */
  sent: number
  /** Readings, of whichever notification. */
  seen: number
}

/** A point's first day, and its sums. */
export type TrendPoint = Day

export interface Trend {
  step: SpanUnit
  points: readonly TrendPoint[]
}

/** Maximum points: above it each covers a week, then a month. */
const mostPoints = 125

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

const groupOf = { day: (date: string) => date, week: mondayOf, month: (date: string) => date.slice(0, 7) } as const

const stepOf = (days: number): SpanUnit => (days <= mostPoints ? 'day' : days <= mostPoints * 7 ? 'week' : 'month')

/** The line through these days, one by one as long as that is readable; without a point when nothing happened on any of them. */
export function trendOf(days: readonly Day[]): Trend {
  const step = stepOf(days.length)
  if (!days.some(({ sent, seen }) => sent > 0 || seen > 0)) return { step, points: [] }
  const points = new Map<string, TrendPoint>()
  for (const { date, sent, seen } of days) {
    const group = groupOf[step](date)
    const point = points.get(group) ?? { date, sent: 0, seen: 0 }
    points.set(group, { ...point, sent: point.sent + sent, seen: point.seen + seen })
  }
  return { step, points: [...points.values()] }
}

/** True if one figure would be flat on a common axis. */
export function needsTwoAxes(points: readonly TrendPoint[]): boolean {
  const sent = Math.max(0, ...points.map((point) => point.sent))
  const seen = Math.max(0, ...points.map((point) => point.seen))
  return Math.min(sent, seen) > 0 && Math.max(sent, seen) > 5 * Math.min(sent, seen)
}

/** How a point is called below the line, where there is little room. */
export const tickOf = ({ step, points }: Trend, { date }: TrendPoint) =>
  spanTick(
    step,
    date,
    [points[0], points.at(-1)].map((point) => point?.date ?? date),
  )
