import type { Comparison } from './types.ts'

/** A comparison that needs no other program. */
export type TextComparison = Exclude<Comparison, { kind: 'checker' | 'interactive' }>
type NumberComparison = Extract<Comparison, { kind: 'numbers' }>

const newline = 10

/** Space, tab, carriage return, vertical tab, form feed. */
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 13 || byte === 11 || byte === 12
const isSpace = (byte: number | undefined) => isBlank(byte) || byte === newline

/** A part of a text: the index of its first byte, and the index after its last one. */
interface Part {
  start: number
  end: number
}

/** Finds the end of the text, excluding trailing blank lines and white space. */
function endOf(text: Uint8Array): number {
  let end = text.length
  while (end > 0 && isSpace(text[end - 1])) end--
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

/** Compares line by line, ignoring trailing white space and trailing blank lines. */
function sameLines(printed: Buffer, wanted: Buffer): boolean {
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

/** Calls `visit` with the bounds of each line that is not blank, without its trailing white space. */
function eachLine(text: Buffer, visit: (start: number, end: number) => void) {
  const end = endOf(text)
  for (let at = 0; at < end; ) {
    const line = lineAt(text, at, end)
    if (line.end > at) visit(at, line.end)
    at = line.next
  }
}

function countLines(text: Buffer): number {
  let lines = 0
  eachLine(text, () => lines++)
  return lines
}

/** Sorts the lines. One character per byte, so that invalid UTF-8 stays different. */
function sortedLines(text: Buffer): string[] {
  const lines: string[] = []
  eachLine(text, (start, end) => lines.push(text.toString('latin1', start, end)))
  return lines.sort()
}

/** Compares lines in any order, ignoring blank lines and trailing white space. */
function sameUnordered(printed: Buffer, wanted: Buffer): boolean {
  // Millions of lines are sorted only if the expected output has as many.
  if (countLines(printed) !== countLines(wanted)) return false
  const own = sortedLines(printed)
  const other = sortedLines(wanted)
  return own.every((line, place) => line === other[place])
}

/** Finds the next word; undefined at the end of the text. */
function wordAt(text: Buffer, from: number): Part | undefined {
  let start = from
  while (start < text.length && isSpace(text[start])) start++
  if (start === text.length) return undefined
  let end = start + 1
  while (end < text.length && !isSpace(text[end])) end++
  return { start, end }
}

/** @param same compares two words whose bytes differ; the first may be all 16 MB of the output */
function sameWords(printed: Buffer, wanted: Buffer, same: (own: Part, other: Part) => boolean): boolean {
  let own = wordAt(printed, 0)
  let other = wordAt(wanted, 0)
  while (own && other) {
    const isEqual = printed.compare(wanted, other.start, other.end, own.start, own.end) === 0
    if (!isEqual && !same(own, other)) return false
    own = wordAt(printed, own.end)
    other = wordAt(wanted, other.end)
  }
  return !own && !other
}

/** Converts A to Z, as bytes. */
const inLowerCase = (byte = 0) => (byte >= 65 && byte <= 90 ? byte + 32 : byte)

function sameInAnyCase(printed: Buffer, own: Part, wanted: Buffer, other: Part): boolean {
  const length = own.end - own.start
  if (length !== other.end - other.start) return false
  for (let at = 0; at < length; at++)
    if (inLowerCase(printed[own.start + at]) !== inLowerCase(wanted[other.start + at])) return false
  return true
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Longer words are not numbers. */
const maxDigits = 400

/** Undefined for other words, and for numbers that are too large: any number would be within a share of infinity. */
function numberIn(text: Buffer, { start, end }: Part): number | undefined {
  if (end - start > maxDigits) return undefined
  const word = text.toString('latin1', start, end)
  const number = decimal.test(word) ? Number(word) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function sameNumbers(
  printed: number | undefined,
  wanted: number | undefined,
  { absolute = 0, relative = 0 }: NumberComparison,
) {
  if (printed === undefined || wanted === undefined) return false
  const difference = Math.abs(printed - wanted)
  return difference <= absolute || difference <= relative * Math.abs(wanted)
}

/**
 * Compares output with the expected output.
 * @param printed may be 16 MB, and need not be valid UTF-8
 */
export function matches(printed: Buffer, expected: string, how: TextComparison): boolean {
  const wanted = Buffer.from(expected)
  // Fast path: usually, both are identical.
  if (printed.equals(wanted)) return true
  if (how.kind === 'lines') return sameLines(printed, wanted)
  if (how.kind === 'unordered') return sameUnordered(printed, wanted)
  return sameWords(
    printed,
    wanted,
    (own, other) =>
      (how.ignoreCase === true && sameInAnyCase(printed, own, wanted, other)) ||
      (how.kind === 'numbers' && sameNumbers(numberIn(printed, own), numberIn(wanted, other), how)),
  )
}
