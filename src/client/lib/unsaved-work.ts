/** Work that is lost when the user leaves the page, and a prompt to confirm leaving. */
interface UnsavedWork {
  exists: () => boolean
  /** @returns true if the work may be discarded */
  ask: () => Promise<boolean>
}

const open = new Set<UnsavedWork>()

/** Registers work to confirm before logout; navigation has its own check. @returns a function that unregisters it */
export function guardWork(work: UnsavedWork) {
  open.add(work)
  return () => {
    open.delete(work)
  }
}

/** Asks the user to confirm losing any unsaved work. @returns false as soon as the user decides to keep some */
export async function mayLeaveWork(): Promise<boolean> {
  for (const work of open) if (work.exists() && !(await work.ask())) return false
  return true
}
