import { readFileSync } from 'node:fs'

/** Time that other tenants of this machine's host took from it since its start, in hundredths of a second; 0 where nobody counts it. */
function stolenTicks(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/)[8] ?? 0)
  } catch {
    return 0
  }
}

const mostTries = 20

/** The number of measurements, and of repeats because another program took the processor. */
export const disturbed = { measured: 0, again: 0 }

/**
 * Measures something, and repeats when the host gave the processor to another guest, whose time is not the product's.
 * @param measure takes some milliseconds
 * @returns the result of the undisturbed run, or of the last
 */
export async function undisturbed<T>(measure: () => Promise<T>): Promise<T> {
  disturbed.measured++
  for (let tries = 1; ; tries++) {
    const before = stolenTicks()
    const value = await measure()
    if (stolenTicks() === before || tries === mostTries) return value
    disturbed.again++
  }
}
