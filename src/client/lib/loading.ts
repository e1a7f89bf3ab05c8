import { create } from 'zustand'

/** Work that blocks the whole page. `LoadingOverlay` shows it. */
interface Wait {
  label: string
}

const useWaits = create<readonly Wait[]>(() => [])

/** The latest label; null when idle. */
export const useLoadingLabel = () => useWaits((waits) => waits.at(-1)?.label ?? null)

/**
 * Blocks the page until the work has settled.
 *
 * @param label shown in the meantime: `Deleting the college...`
 * @returns the work's result; errors are rethrown
 */
export async function whileLoading<T>(work: Promise<T>, label: string): Promise<T> {
  const wait = { label }
  useWaits.setState((waits) => [...waits, wait], true)
  try {
    return await work
  } finally {
    useWaits.setState((waits) => waits.filter((other) => other !== wait), true)
  }
}
