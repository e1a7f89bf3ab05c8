const steps = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/**
 * Delay in ms after a number of consecutive failures: 1, 2, 4, 8, then 15 s, with 25% jitter so that the students
 * in a hall do not all reconnect at the same instant.
 */
export function retryDelay(failures: number, random: () => number): number {
  const step = steps[Math.min(Math.max(failures, 1), steps.length) - 1] ?? 15_000
  return Math.round(step * (0.75 + random() * 0.5))
}
