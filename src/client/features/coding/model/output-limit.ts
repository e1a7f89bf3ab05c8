/** The judge's output limit in bytes of UTF-8. A character at the limit is kept whole and has at most four bytes. */
const keptBytes = 65_536
const leastWhenCut = keptBytes - 3

/**
 * For custom input the response does not say whether output was truncated, so treat output at the limit as truncated.
 */
export const noteOnOutput = (output: string): string | undefined =>
  output.length * 3 >= leastWhenCut && new TextEncoder().encode(output).length >= leastWhenCut
    ? 'Only the first 64 kB of an output are shown.'
    : undefined
