/**
 * Sorts rows by a statistic, descending with a minus before its name. Rows without a value come last in either
 * direction. Any other `sort` sorts by `tie`.
 *
 * @param tie compares equal rows; without it, they keep their order
 */
export function sortedRows<Row>(
  rows: readonly Row[],
  sort: string,
  figures: Record<string, (row: Row) => number | null>,
  tie: (one: Row, other: Row) => number = () => 0,
): Row[] {
  const [direction, name] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort]
  const figureOf = Object.hasOwn(figures, name) ? figures[name] : undefined
  if (!figureOf) return rows.toSorted((one, other) => tie(one, other) * direction)
  return rows.toSorted((one, other) => {
    const [left, right] = [figureOf(one), figureOf(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || tie(one, other)
    return (left - right) * direction || tie(one, other)
  })
}
