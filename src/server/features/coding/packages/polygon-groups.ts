import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import { allAt, numberIn, type XmlElement } from './polygon-xml.ts'

/** Converts the points and groups of Polygon tests to groups here. */

export interface PolygonTest {
  input: string
  expected_output: string
  is_sample: boolean
  points: number
  group: string | undefined
}

const sumOf = (tests: readonly PolygonTest[]) => tests.reduce((sum, { points }) => sum + points, 0)

/** A group of tests with its settings. `of` is the name of the package's own group. */
type Part = Omit<CodingGroup, 'arguments'> & { of: string; tests: PolygonTest[] }

/**
 * The groups for one of the package's. Our weights are at least 1, and a checker's points count against one full score
 * per group, so tests with other points get a group of their own.
 * @param scores true if a checker may give points
 */
function partsOf(group: Omit<Part, 'of'>, scores: boolean): Part[] {
  const { name, points, scoring, tests } = group
  const total = sumOf(tests)
  const isSplit = scoring === 'sum' && total > 0
  const kinds = Map.groupBy(tests, (test) => (!isSplit ? 0 : scores ? test.points : Math.sign(test.points)))
  return [...kinds.values()]
    .sort(([one], [other]) => (other?.points ?? 0) - (one?.points ?? 0))
    .map((some, place) => {
      const each = some[0]?.points ?? 0
      const isFull = scores && each > 0 && some.every((test) => test.points === each)
      return {
        ...group,
        name: place === 0 ? name : `${name.slice(0, 20)} (${Number(each.toFixed(3))} points)`,
        of: name,
        tests: some,
        points: isSplit ? (points * sumOf(some)) / total : points,
        ...(isFull ? { full_score: each } : {}),
      }
    })
}

/** Numbers the parts of split groups whose names are taken, also by the package's own groups. */
function withOwnNames(parts: readonly Part[], declared: readonly string[]): { parts: Part[]; numbered: string[] } {
  const taken = new Set(declared)
  const numbered: string[] = []
  const named = parts.map((part) => {
    if (part.name === part.of) return part
    let { name } = part
    for (let place = 2; taken.has(name); place++) name = `${part.name.slice(0, 36)} ${place}`
    taken.add(name)
    if (name !== part.name) numbered.push(name)
    return { ...part, name }
  })
  return { parts: named, numbered }
}

/** Points and groups of tests. Tests without a group that have points form one. */
export function scoringIn(testset: XmlElement, tests: PolygonTest[], scores: boolean) {
  const declared = allAt(testset, 'groups/group').map(({ attributes, children }): Omit<Part, 'of'> => {
    const own = tests.filter(({ group }) => group === attributes.name)
    return {
      name: attributes.name ?? '',
      points: numberIn(attributes.points) ?? sumOf(own),
      scoring: attributes['points-policy'] === 'complete-group' ? 'all' : 'sum',
      needs: children.flatMap((child) =>
        allAt(child, 'dependency').flatMap(({ attributes }) => attributes.group ?? []),
      ),
      tests: own,
    }
  })
  const needed = new Set(declared.flatMap(({ needs }) => needs))
  const hasPoints = declared.some(({ points, tests }) => points > 0 && tests.length > 0)
  const withPoints = tests.filter(({ points }) => points > 0)
  const whole = { name: 'tests', points: sumOf(tests), scoring: 'sum' as const, needs: [], tests: withPoints }
  const given = hasPoints ? declared : [whole]
  const kept = given
    .flatMap((group) => partsOf(group, scores))
    .filter(({ of, points, tests }) => tests.length > 0 && (points > 0 || needed.has(of)))
  const { parts, numbered } = withOwnNames(
    kept,
    given.map(({ name }) => name),
  )
  return {
    numbered,
    groups: parts.map(({ of: _, tests: __, ...group }) => ({
      ...group,
      needs: group.needs.flatMap((need) => parts.filter(({ of }) => of === need).map(({ name }) => name)),
    })),
    groupOf: new Map(parts.flatMap(({ name, tests }) => tests.map((test) => [test, name] as const))),
  }
}
