import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { dateAfter, dateOf, startOfDate } from '#shared/reports/days.rules.ts'
import type { AttemptFilter, PerformanceFilter, performanceTrend } from '#shared/reports/performance.schema.ts'
import { averageOf } from '#shared/reports/reports.rules.ts'
import { spansOf, unitOf } from '#shared/reports/spans.rules.ts'
import { filteredRepo } from './filtered.repo.ts'
import type { Attempted } from './performance.repo.ts'

/** The condition that a filter sets on attempts; undefined when all attempts count. */
export function attemptedOf({ startDate, endDate, timeZone, subject, testId }: AttemptFilter): Attempted | undefined {
  if (!startDate && !endDate && !subject && !testId) return undefined
  return {
    from: startDate === undefined ? undefined : startOfDate(startDate, timeZone),
    to: endDate === undefined ? undefined : startOfDate(dateAfter(endDate, 1), timeZone),
    subject,
    testId,
  }
}

/** Average score over time, by day, week or month. */
export async function getPerformanceTrend(
  app: Platform,
  scope: CollegeScope,
  { endDate, timeZone, ...filter }: PerformanceFilter,
): Promise<z.input<typeof performanceTrend>> {
  const repo = filteredRepo(app.db.read)
  const attempted = attemptedOf({ ...filter, endDate, timeZone }) ?? {}
  const first = await repo.first(scope, filter, attempted)
  if (first === undefined) return { unit: 'day', passMark: null, points: [] }
  const [firstDate, today] = [dateOf(first, timeZone), dateOf(app.clock.now(), timeZone)]
  const lastDate = endDate && endDate < today ? endDate : today
  const unit = unitOf(firstDate, lastDate)
  const spans = spansOf(firstDate, lastDate, unit)
  const starts = [...spans.map(({ startDate }) => startDate), dateAfter(lastDate, 1)].map((date) =>
    startOfDate(date, timeZone),
  )
  const { batch, branch, section, subject, testId } = filter
  const ofAll = !batch && !branch && !section && !subject && !testId
  const found = await (ofAll ? repo.spansOfAll(scope, starts) : repo.spans(scope, filter, { subject, testId }, starts))
  const sums = new Map(found.map((row) => [row.place, row]))
  return {
    unit,
    passMark: await repo.passMark(scope, filter, { subject, testId }, starts),
    points: spans.slice(0, Math.max(...sums.keys()) + 1).map((span, place) => {
      const sum = sums.get(place)
      return { ...span, attempts: sum?.completed ?? 0, averagePercentage: sum ? averageOf(sum) : null }
    }),
  }
}
