/** Work that blocks the whole page. `LoadingOverlay` shows it. */
interface Wait {
  label: string
}

let waits: readonly Wait[] = []
const listeners = new Set<() => void>()

function change(next: readonly Wait[]) {
  waits = next
  for (const listener of listeners) listener()
}

/** The latest label; null when idle. */
export const readLoading = () => waits.at(-1)?.label ?? null

/** Calls back after each change. @returns a function that unsubscribes */
export function watchLoading(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Blocks the page until the work has settled.
 *
 * @param label shown during the wait: `Deleting the college...`
 * @returns the result of the work; errors are rethrown
 */
export async function whileLoading<T>(work: Promise<T>, label: string): Promise<T> {
  const wait = { label }
  change([...waits, wait])
  try {
    return await work
  } finally {
    change(waits.filter((other) => other !== wait))
  }
}
