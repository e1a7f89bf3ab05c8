/** Who a choice of groups and hand-picked students means: the server's rule, for the live count before it is sent. */
export interface StudentGroups {
  branches: readonly string[]
  batches: readonly string[]
  sections: readonly string[]
}

interface Grouped {
  id: string
  branch: string
  batch: string | null
  section: string | null
}

const admits = (wanted: readonly string[], value: string | null) =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

/** Those whom the groups name, narrowing together; with no group chosen, nobody. */
export function matchedBy(groups: StudentGroups, students: readonly Grouped[]): ReadonlySet<string> {
  if (groups.branches.length + groups.batches.length + groups.sections.length === 0) return new Set()
  const matching = students.filter(
    ({ branch, batch, section }) =>
      admits(groups.branches, branch) && admits(groups.batches, batch) && admits(groups.sections, section),
  )
  return new Set(matching.map(({ id }) => id))
}

/** How many are meant, and how many of them do not have the test yet. */
export function countChosen(matched: ReadonlySet<string>, picked: ReadonlySet<string>, assigned: ReadonlySet<string>) {
  const meant = new Set([...matched, ...picked])
  let fresh = 0
  for (const id of meant) if (!assigned.has(id)) fresh++
  return { meant: meant.size, fresh }
}
