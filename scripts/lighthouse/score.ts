/** Lighthouse's default, a simulated phone on a slow network, and its desktop preset. */
export const devices = ['phone', 'desktop'] as const
export type Device = (typeof devices)[number]

export const categories = ['performance', 'best-practices', 'accessibility'] as const

/** Fields of Lighthouse's result. Scores are 0 to 1, or null if an audit failed. */
export interface LighthouseResult {
  categories: Record<(typeof categories)[number], { score: number | null }>
  audits: Record<string, { displayValue?: string }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

export interface Visit {
  page: string
  device: Device
  median: LighthouseResult
}

/** Returns the result with the median performance. */
export function medianOf(results: LighthouseResult[]): LighthouseResult {
  const sorted = [...results].sort(
    (one, other) => (one.categories.performance.score ?? 0) - (other.categories.performance.score ?? 0),
  )
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (!middle) throw new Error('No results')
  return middle
}

const times = { FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' } as const

/** Formats one line per page and device. */
export function resultTable(visits: Visit[]): string {
  const rows = visits.map(({ page, device, median: { categories: scores, audits } }) => [
    `${page}, ${device}`,
    ...categories.map((name) => String(Math.round((scores[name].score ?? 0) * 100))),
    ...[...Object.values(times), 'cumulative-layout-shift'].map((name) => audits[name]?.displayValue ?? '–'),
  ])
  const lines = [['Page', ...categories, ...Object.keys(times), 'CLS'], ...rows]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
