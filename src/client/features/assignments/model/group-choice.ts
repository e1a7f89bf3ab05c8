import type { StudentGroup } from '#shared/assignments/assignments.schema.ts'

/** Selected groups. Values within a level are alternatives; levels are combined with AND. An empty level means all. */
export interface ChosenGroups {
  batches: readonly string[]
  branches: readonly string[]
  sections: readonly string[]
}

export const noGroups: ChosenGroups = { batches: [], branches: [], sections: [] }

/** Levels from widest to narrowest, each with its property in `StudentGroup`. */
export const levels = [
  ['batches', 'batch'],
  ['branches', 'branch'],
  ['sections', 'section'],
] as const

export const isEmpty = (chosen: ChosenGroups) => levels.every(([level]) => chosen[level].length === 0)

interface Grouped {
  batch: string | null
  branch: string | null
  section: string | null
}

/** True if a person is in the chosen groups; false if none are chosen. Mirrors the server's rule, to mark list rows. */
export const isIn = (chosen: ChosenGroups, person: Grouped) =>
  !isEmpty(chosen) &&
  levels.every(([level, key]) => chosen[level].length === 0 || chosen[level].includes(person[key] ?? ''))

interface Option {
  name: string
  count: number
}

/** Options per level under the chosen parents, with student counts. */
export function optionsOf(
  groups: readonly StudentGroup[],
  chosen: ChosenGroups,
  countOf: (group: StudentGroup) => number,
): Record<keyof ChosenGroups, Option[]> {
  let under = groups
  const options = { batches: [] as Option[], branches: [] as Option[], sections: [] as Option[] }
  for (const [level, key] of levels) {
    const counts = new Map<string, number>()
    for (const group of under) {
      const count = countOf(group)
      if (count > 0 && group[key] !== '') counts.set(group[key], (counts.get(group[key]) ?? 0) + count)
    }
    options[level] = [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }))
    under = under.filter((group) => chosen[level].length === 0 || chosen[level].includes(group[key]))
  }
  return options
}

/** Changes one level of the selection, and drops selected values that no longer have students. */
export function choose(
  groups: readonly StudentGroup[],
  chosen: ChosenGroups,
  level: keyof ChosenGroups,
  names: readonly string[],
): ChosenGroups {
  let next: ChosenGroups = { ...chosen, [level]: names }
  for (const [below] of levels) {
    const there = optionsOf(groups, next, ({ students }) => students)[below].map(({ name }) => name)
    next = { ...next, [below]: next[below].filter((name) => there.includes(name)) }
  }
  return next
}
