/** Which batches, branches and sections of the tree stand open; kept for the browser tab's session. */
export type OpenBranches = ReadonlySet<string>

/** A place in the tree: batch, branch, section, as deep as it goes. Names may hold any character. */
export const placeKey = (...names: string[]) => JSON.stringify(names)

/** Each person's own: another admin may sign in on the same tab. */
const storageKey = (userId: string) => `hierarchy-open:${userId}`

export function readOpen(userId: string): OpenBranches {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

export function keepOpen(userId: string, open: OpenBranches) {
  try {
    sessionStorage.setItem(storageKey(userId), JSON.stringify([...open]))
  } catch {
    // Then it holds as long as the page.
  }
}

export function toggled(open: OpenBranches, key: string): OpenBranches {
  const next = new Set(open)
  if (!next.delete(key)) next.add(key)
  return next
}
