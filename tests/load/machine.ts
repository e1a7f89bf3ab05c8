import { readFileSync } from 'node:fs'

/** Steal time since boot, in hundredths of a second; 0 if unknown. */
function stolenTicks(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/)[8] ?? 0)
  } catch {
    return 0
  }
}

const mostTries = 20

/** The number of measurements, and of repeats because of steal time. */
export const disturbed = { measured: 0, again: 0 }

/**
 * Measures something, and repeats if the host gave the processor to another guest in the meantime.
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
