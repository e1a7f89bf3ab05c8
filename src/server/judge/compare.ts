const newline = 10

/** Space, tab, carriage return, vertical tab, form feed. */
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 13 || byte === 11 || byte === 12

/** Finds the end of the text, excluding trailing blank lines and white space. */
function endOf(text: Uint8Array): number {
  let end = text.length
  while (end > 0 && (isBlank(text[end - 1]) || text[end - 1] === newline)) end--
  return end
}

/** Finds the end of the current line, excluding trailing white space, and the start of the next line. */
function lineAt(text: Uint8Array, from: number, end: number): { end: number; next: number } {
  const found = text.indexOf(newline, from)
  const next = found < 0 || found > end ? end : found
  let last = next
  while (last > from && isBlank(text[last - 1])) last--
  return { end: last, next: next + 1 }
}

/**
 * Compares output line by line, ignoring trailing white space and trailing blank lines.
 * @param printed may be 16 MB, and need not be valid UTF-8
 */
export function matches(printed: Buffer, expected: string): boolean {
  const wanted = Buffer.from(expected)
  // Fast path: usually, both are identical.
  if (printed.equals(wanted)) return true
  const ends = { printed: endOf(printed), wanted: endOf(wanted) }
  let [a, b] = [0, 0]
  while (a < ends.printed && b < ends.wanted) {
    const own = lineAt(printed, a, ends.printed)
    const other = lineAt(wanted, b, ends.wanted)
    if (printed.compare(wanted, b, other.end, a, own.end) !== 0) return false
    a = own.next
    b = other.next
  }
  return a >= ends.printed && b >= ends.wanted
}
