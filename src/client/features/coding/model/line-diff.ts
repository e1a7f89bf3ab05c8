/** A line on one side. `same` is true if the other side also contains it. */
export interface DiffLine {
  text: string
  same: boolean
}

/** Longer output is compared line by line, because the table for the longest common subsequence grows quadratically. */
const maxTableLines = 600

/** Splits output into lines as the judge does, ignoring trailing whitespace and trailing empty lines. */
export function judgedLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  return lines
}

const flat = (lines: readonly string[], isSame: (line: string, at: number) => boolean): DiffLine[] =>
  lines.map((text, at) => ({ text, same: isSame(text, at) }))

/** Marks the lines that actual and expected output have in common, in order. */
export function diffLines(expected: string, actual: string): Record<'expected' | 'actual', DiffLine[]> {
  const [left, right] = [judgedLines(expected), judgedLines(actual)]
  if (left.length > maxTableLines || right.length > maxTableLines)
    return {
      expected: flat(left, (line, at) => right[at] === line),
      actual: flat(right, (line, at) => left[at] === line),
    }
  // longest[i][j]: length of the longest common subsequence of the suffixes from i and j.
  const width = right.length + 1
  const longest = new Uint16Array((left.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      longest[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const [matchedLeft, matchedRight] = [new Set<number>(), new Set<number>()]
  for (let i = 0, j = 0; i < left.length && j < right.length; )
    if (left[i] === right[j]) {
      matchedLeft.add(i++)
      matchedRight.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  return { expected: flat(left, (_, n) => matchedLeft.has(n)), actual: flat(right, (_, n) => matchedRight.has(n)) }
}
