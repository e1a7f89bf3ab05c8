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

/** How often something was measured, and how often again because somebody else had the processor meanwhile. */
export const disturbed = { measured: 0, again: 0 }

/**
 * Measures something, again where the host gave the processor to somebody else meanwhile: what that took is not the product's.
 *
 * @param measure what takes some milliseconds
 * @returns what it returned, undisturbed or at its last try
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
