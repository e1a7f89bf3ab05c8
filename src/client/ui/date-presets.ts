import dayjs from 'dayjs'
import { readDate, toDateValue } from '#client/lib/date-text.ts'

export interface DatePreset {
  label: string
  value: string
}

/** Presets are labelled with text that a user could type. If two presets are the same date, the first one is kept. */
function presets(labels: readonly string[], now: number, withTime: boolean): DatePreset[] {
  const found = new Map<string, DatePreset>()
  for (const label of labels) {
    const value = readDate(label, now, withTime)
    if (value && !found.has(value)) found.set(value, { label, value })
  }
  return [...found.values()]
}

/** @param now ms UTC */
export const startPresets = (now: number) =>
  presets(['In 1 hour', 'Tomorrow 9:00', 'Next Monday 9:00', 'In one week'], now, true)

/** @param start the start field's value, '' for none */
export function endPresets(start: string, now: number): DatePreset[] {
  const from = dayjs(start || now)
  const after = start ? 'after start' : 'from now'
  return (['hour', 'day', 'week'] as const).map((unit) => ({
    label: `1 ${unit} ${after}`,
    value: toDateValue(from.add(1, unit), true),
  }))
}

export const objectionPresets = (now: number) => presets(['In 2 days 18:00', 'In one week'], now, true)

export const lastDayPresets = (now: number) => presets(['In one month', 'In 6 months'], now, false)

export const pastDayPresets = (now: number) => [
  ...presets(['Today', 'Yesterday'], now, false),
  ...[7, 30].map((days) => ({
    label: `${days} days ago`,
    value: toDateValue(dayjs(now).subtract(days, 'day'), false),
  })),
]
