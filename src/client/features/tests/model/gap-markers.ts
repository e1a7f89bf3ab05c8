import { gapMarker } from '#shared/bank/types/gaps.rules.ts'

/** Gaps in a question's text, written as {{1}}, {{2}} and so on. */

/** Maximum gaps per question. */
export const maxGaps = 50

const markerOf = (gap: number) => `{{${gap}}}`

const gapsIn = (text: string): number[] =>
  [...text.matchAll(gapMarker)].map(([, digits]) => Number(digits)).filter((gap) => gap >= 1 && gap <= maxGaps)

/** The number of gaps: the highest marker. */
export const gapCountOf = (text: string) => Math.max(0, ...gapsIn(text))

/** The markers missing from the text, up to the highest one used. */
export function missingMarkers(text: string): string[] {
  const there = new Set(gapsIn(text))
  return Array.from({ length: gapCountOf(text) }, (_, at) => at + 1)
    .filter((gap) => !there.has(gap))
    .map(markerOf)
}

/** Replaces a selection with the first marker that is not used yet. */
export function withGapInserted(text: string, start: number, end: number): { text: string; caret: number } {
  const marker = missingMarkers(text)[0] ?? markerOf(gapCountOf(text) + 1)
  return { text: text.slice(0, start) + marker + text.slice(end), caret: start + marker.length }
}
