import { percentText } from '#client/lib/format.ts'

/** Direction of a change. */
export type Direction = 'up' | 'down' | 'same'

export const directionOf = (percentage: number): Direction => (percentage > 0 ? 'up' : percentage < 0 ? 'down' : 'same')

/** 12.5 → `+12.5%`, -4 → `−4.0%`, 0 → `0.0%`. */
export const growthText = (percentage: number) =>
  `${percentage > 0 ? '+' : percentage < 0 ? '−' : ''}${percentText(Math.abs(percentage))}`

/** `+12 new in 30 days`; a space while loading, so that the card keeps its height. */
export function changeText(more: number | undefined, word: string): string {
  if (more === undefined) return '\u00a0'
  return more === 0 ? `None ${word} in 30 days` : `+${more.toLocaleString()} ${word} in 30 days`
}
