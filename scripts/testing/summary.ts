/** One row of the table. */
export interface Result {
  name: string
  passed: number
  failed: number
  skipped: number
  /** Milliseconds. */
  took: number
  /** Which tests failed and why, a line each, where the part's own last lines do not tell. */
  failures?: string[]
}

export type Counts = Omit<Result, 'name' | 'took' | 'failures'>

export const tally = (results: readonly Counts[]): Counts => ({
  passed: results.reduce((sum, result) => sum + result.passed, 0),
  failed: results.reduce((sum, result) => sum + result.failed, 0),
  skipped: results.reduce((sum, result) => sum + result.skipped, 0),
})

/** The last line of a run, read by people and by machines. */
export const verdict = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** One row per part, figures to the right. */
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
 * A run counts as failed once more when its report does not explain its exit code, or when nothing ran: an error outside
 * of every test must not look like success.
 */
export function accountFor(counts: Counts, exitCode: number): Counts {
  const unexplained = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return unexplained ? { ...counts, failed: 1 } : counts
}
