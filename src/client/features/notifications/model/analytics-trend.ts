import { spanTick } from '#client/ui/charts/time-spans.ts'
import type { SpanUnit } from '#shared/reports/spans.rules.ts'

/** Notifications sent and seen on one day, or on several days starting with `date`, in the viewer's time zone. */
export interface TrendPoint {
  /** Such as `2026-01-31`. */
  date: string
  sent: number
  /** Views on these days, including notifications sent earlier. */
  seen: number
}

export interface Trend {
  step: SpanUnit
  points: readonly TrendPoint[]
}

/** Maximum points. More days than this are grouped by week, and more weeks by month. */
const maxPoints = 125

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

const groupOf = { day: (date: string) => date, week: mondayOf, month: (date: string) => date.slice(0, 7) } as const

const stepOf = (days: number): SpanUnit => (days <= maxPoints ? 'day' : days <= maxPoints * 7 ? 'week' : 'month')

/** The points for these days, grouped if there are too many. Empty if nothing happened on any day. */
export function trendOf(days: readonly TrendPoint[]): Trend {
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

/** True if one series would look flat on a shared axis. */
export function needsTwoAxes(points: readonly TrendPoint[]): boolean {
  const sent = Math.max(0, ...points.map((point) => point.sent))
  const seen = Math.max(0, ...points.map((point) => point.seen))
  return Math.min(sent, seen) > 0 && Math.max(sent, seen) > 5 * Math.min(sent, seen)
}

/** A short axis label for a point. */
export const tickOf = ({ step, points }: Trend, { date }: TrendPoint) =>
  spanTick(
    step,
    date,
    [points[0], points.at(-1)].map((point) => point?.date ?? date),
  )
