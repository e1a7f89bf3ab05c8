/** What the judge keeps of an output, bytes of UTF-8. A letter that would be cut through goes whole, and has four at most. */
const keptBytes = 65_536
const leastWhenCut = keptBytes - 3

/** Of an input of one's own the answer does not say whether more was printed; what is as long as can be is told of its limit. */
export const noteOnOutput = (output: string): string | undefined =>
  output.length * 3 >= leastWhenCut && new TextEncoder().encode(output).length >= leastWhenCut
    ? 'Only the first 64 kB of an output are shown.'
    : undefined
