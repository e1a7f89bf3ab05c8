/** Work that is lost when its page is left, and how to ask about it. */
interface UnsavedWork {
  exists: () => boolean
  /** @returns whether it may be lost */
  ask: () => Promise<boolean>
}

const open = new Set<UnsavedWork>()

/** Has one asked before the work is left by a way that is no navigation, such as logging out. @returns the way to stop */
export function guardWork(work: UnsavedWork) {
  open.add(work)
  return () => {
    open.delete(work)
  }
}

/** Asks about everything that is unsaved. @returns false as soon as something is to be kept */
export async function mayLeaveWork(): Promise<boolean> {
  for (const work of open) if (work.exists() && !(await work.ask())) return false
  return true
}
