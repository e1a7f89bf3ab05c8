import type { DraftCase, DraftGroup } from './question-draft.ts'

/** `1-3, 7` → 0, 1, 2, 6. @returns sorted indexes, or null if the text is not a list of existing case numbers */
export function placesIn(text: string, total: number): number[] | null {
  const places = new Set<number>()
  for (const part of text.split(',')) {
    const [, from = '', to = from] = /^\s*(\d+)\s*(?:[-–]\s*(\d+)\s*)?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (from === '' || first < 1 || last < first || last > total) return null
    for (let number = first; number <= last; number++) places.add(number - 1)
  }
  return [...places].sort((a, b) => a - b)
}

/** 0, 1, 2, 6 → `1-3, 7`. @param places indexes in order */
export function rangesOf(places: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const place of places) {
    const range = ranges.at(-1)
    if (range && range.last === place - 1) range.last = place
    else ranges.push({ first: place, last: place })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`)).join(', ')
}

/** Indexes of the cases with this group, or without a group if it is empty. */
export const placesOf = (cases: readonly DraftCase[], group: string): number[] =>
  cases.flatMap((one, place) => (one.group === group ? [place] : []))

/** A group's name on screen, even before it has one. */
export const groupLabel = ({ name }: Pick<DraftGroup, 'name'>, at: number): string =>
  name.trim() || `Group ${at + 1} (unnamed)`

/** True if a case's weight affects the score: without groups, or in a group that counts by weight. */
export const isWeighted = (groups: readonly DraftGroup[], { group }: Pick<DraftCase, 'group'>): boolean =>
  groups.length === 0 || groups.some(({ key, scoring }) => key === group && scoring === 'sum')
