import type { TestType } from '#shared/tests/schema.ts'

/** What a test type is called on screens; in a company test's name the word "specific" tells nobody anything. */
export const typeLabels: Record<TestType, string> = {
  Assessment: 'Assessment',
  Practice: 'Practice',
  Assignment: 'Assignment',
  'Mock Test': 'Mock Test',
  'Specific Company Test': 'Company Test',
}

/** `1 question`, `1,200 questions`. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** 90 → `1 h 30 min`. @param minutes whole */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
