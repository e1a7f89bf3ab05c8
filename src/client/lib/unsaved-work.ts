/** Work that is lost when its page is left, and a confirmation for it. */
interface UnsavedWork {
  exists: () => boolean
  /** @returns whether the work may be discarded */
  ask: () => Promise<boolean>
}

const open = new Set<UnsavedWork>()

/** Registers work to confirm before leaving by other means than navigation. @returns a function that unregisters it */
export function guardWork(work: UnsavedWork) {
  open.add(work)
  return () => {
    open.delete(work)
  }
}

/** Confirms all unsaved work. @returns false as soon as the user wants to keep something */
export async function mayLeaveWork(): Promise<boolean> {
  for (const work of open) if (work.exists() && !(await work.ask())) return false
  return true
}
