import type { ChartColor } from '#client/ui/charts/chart-colors.ts'

/** One thing has one colour in all charts, bars and legends of the analytics. */
export const engagementColors = {
  sent: 'var(--chart-indigo)',
  seen: 'var(--chart-green)',
  unseen: 'var(--chart-grey)',
} as const satisfies Record<string, ChartColor>

/** Characters of the message below its title. */
const previewed = 50

/** The beginning of a message on one line; no half of a character, and a mark where there is more. */
export function previewOf(message: string): string {
  const characters = Array.from(message.replace(/\s+/g, ' ').trim())
  return characters.length > previewed ? `${characters.slice(0, previewed).join('').trimEnd()}…` : characters.join('')
}
