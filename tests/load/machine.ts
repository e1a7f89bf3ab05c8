import { readFileSync } from 'node:fs'

/** Steal time since boot, in hundredths of a second, or 0 if unknown. */
function stolenTicks(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/)[8] ?? 0)
  } catch {
    return 0
  }
}

const maxTries = 20

/** The number of measurements, and the number of repeats due to steal time. */
export const disturbed = { measured: 0, again: 0 }

/**
 * Runs a measurement, and repeats it if the host gave CPU time to another guest in the meantime.
 *
 * @param measure takes a few milliseconds
 * @returns the result of the first undisturbed run, or of the last run
 */
export async function undisturbed<T>(measure: () => Promise<T>): Promise<T> {
  disturbed.measured++
  for (let tries = 1; ; tries++) {
    const before = stolenTicks()
    const value = await measure()
    if (stolenTicks() === before || tries === maxTries) return value
    disturbed.again++
  }
}
