export interface Result {
  name: string
  passed: number
  failed: number
  skipped: number
  /** Milliseconds. */
  took: number
  /** Failed tests with the reason, one per line, unless the part's output already ends with them. */
  failures?: string[]
}

export type Counts = Omit<Result, 'name' | 'took' | 'failures'>

export const tally = (results: readonly Counts[]): Counts => ({
  passed: results.reduce((sum, result) => sum + result.passed, 0),
  failed: results.reduce((sum, result) => sum + result.failed, 0),
  skipped: results.reduce((sum, result) => sum + result.skipped, 0),
})

/** The last line of a run, read by people and programs. */
export const verdict = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Formats one row per part, with right-aligned numbers. */
export function table(results: readonly Result[]): string {
  const rows = [
    ['part', 'passed', 'failed', 'skipped', 'seconds'],
    ...results.map(({ name, passed, failed, skipped, took }) => [
      name,
      ...[passed, failed, skipped].map(String),
      (took / 1000).toFixed(1),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  '),
    )
    .join('\n')
}

/**
 * Adds a failure if the report does not explain the exit code or nothing ran: an error outside of tests must not look
 * like success.
 */
export function accountFor(counts: Counts, exitCode: number): Counts {
  const unexplained = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return unexplained ? { ...counts, failed: 1 } : counts
}
