import { z } from 'zod'
import { checkerArguments } from './comparison.schema.ts'

/** Groups of test cases, scored together: subtasks. */

export const groupScorings = ['sum', 'min', 'all'] as const
export type GroupScoring = (typeof groupScorings)[number]

export const groupBounds = { groups: 50, points: { min: 0, max: 10_000 } } as const

export const groupName = z
  .string()
  .trim()
  .min(1, 'Please name the group')
  .max(40, 'Group names must be at most 40 characters')

export const groupForm = z.object({
  name: groupName,
  points: z
    .number()
    .min(groupBounds.points.min, 'Points must be at least 0')
    .max(groupBounds.points.max, 'Points must be at most 10,000'),
  scoring: z
    .enum(groupScorings)
    .default('all')
    .describe('sum: by weight of the passed cases; min: the share of the worst case; all: only if every case passes'),
  needs: z.array(groupName).default([]).describe('Groups that must be passed for this one to count'),
  arguments: checkerArguments.optional().describe("Replace the checker's own arguments for these cases"),
  full_score: z
    .number()
    .positive()
    .max(1e9)
    .optional()
    .describe("The checker's score for all points of a case; 1 if absent"),
})
/** A stored group. */
export const shownGroup = groupForm.extend({ scoring: z.enum(groupScorings), needs: z.array(z.string()) })
export type CodingGroup = z.output<typeof groupForm>

/** Omits the fields that only the checker needs. */
export const showGroup = ({ arguments: _, full_score: __, ...group }: CodingGroup): CodingGroup => group

export const groupList = z.array(groupForm).max(groupBounds.groups, 'Must be at most 50 groups').default([])

/** Names of the groups that a group needs, directly or through others. */
function allNeeds(groups: readonly CodingGroup[], name: string, seen = new Set<string>()): Set<string> {
  for (const need of groups.find((group) => group.name === name)?.needs ?? [])
    if (!seen.has(need)) allNeeds(groups, need, seen.add(need))
  return seen
}

/** Reports groups that cannot be scored: unknown names, cycles, groups without cases. */
export function checkGroups(
  {
    groups,
    testCases,
  }: { groups: readonly CodingGroup[]; testCases: readonly { group?: string | null | undefined }[] },
  ctx: z.RefinementCtx,
) {
  const complain = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
  const names = new Set(groups.map(({ name }) => name))
  for (const [place, { name, needs }] of groups.entries()) {
    if (groups.findIndex((group) => group.name === name) < place)
      complain(['groups', place, 'name'], `There is already a group “${name}”`)
    if (!testCases.some(({ group }) => group === name))
      complain(['groups', place, 'name'], `The group “${name}” has no test cases`)
    for (const [at, need] of needs.entries())
      if (!names.has(need)) complain(['groups', place, 'needs', at], `There is no group “${need}”`)
    if (allNeeds(groups, name).has(name)) complain(['groups', place, 'needs'], `The group “${name}” needs itself`)
  }
  if (groups.length > 0 && groups.every(({ points }) => points === 0))
    complain(['groups'], 'At least one group must have points')
  for (const [place, { group }] of testCases.entries())
    if (group && !names.has(group)) complain(['testCases', place, 'group'], `There is no group “${group}”`)
}
