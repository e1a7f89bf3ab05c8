/** What the whole page waits for; `app/loading-overlay.tsx` shows it. */
interface Wait {
  label: string
}

let waits: readonly Wait[] = []
const listeners = new Set<() => void>()

function change(next: readonly Wait[]) {
  waits = next
  for (const listener of listeners) listener()
}

/** What to say is being waited for: the latest of several; null while nothing is. */
export const readLoading = () => waits.at(-1)?.label ?? null

/** Calls back after each change. @returns the way to stop */
export function watchLoading(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Covers the page until the work has settled, for the few things during which nothing else should be begun.
 *
 * @param label what a person reads meanwhile: `Deleting the college...`
 * @returns what the work comes to; a failure is passed on
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
