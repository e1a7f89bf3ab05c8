import type { ChartColor } from '#client/ui/charts/chart-colors.ts'

/** Colours of the series in all charts, bars and legends of the analytics. */
export const engagementColors = {
  sent: 'var(--chart-indigo)',
  seen: 'var(--chart-green)',
  unseen: 'var(--chart-grey)',
} as const satisfies Record<string, ChartColor>

/** Maximum characters of the message shown below the title. */
const previewed = 50

/** The beginning of a message on one line, never cut within a character, with an ellipsis if truncated. */
export function previewOf(message: string): string {
  const characters = Array.from(message.replace(/\s+/g, ' ').trim())
  return characters.length > previewed ? `${characters.slice(0, previewed).join('').trimEnd()}…` : characters.join('')
}
