import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { HierarchyQuery, hierarchyAnswer } from '#shared/members/members.schema.ts'
import { hierarchyRepo } from './hierarchy.repo.ts'
import { findStudents } from './members.ts'

const nobody = { totalStudents: 0, totalBatches: 0, totalBranches: 0, totalSections: 0 }

/** Counts of students, batches, branches and sections; the last two count distinct names. */
export const getHierarchySummary = async (app: Platform, scope: CollegeScope) => ({
  summary: (await hierarchyRepo(app.db.read).summary(scope)) ?? nobody,
})

/** One level of the tree: the batches, a batch's branches, or a branch's sections. */
export const getHierarchyLevel = async (app: Platform, scope: CollegeScope, query: HierarchyQuery) => ({
  groups: await hierarchyRepo(app.db.read).level(scope, query),
})

type Hierarchy = z.input<typeof hierarchyAnswer>['hierarchy']

/** The whole tree with every student, for integrations; screens load it level by level. */
export async function getHierarchy(app: Platform, scope: CollegeScope) {
  const { students } = await findStudents(app, scope, {})
  const { summary } = await getHierarchySummary(app, scope)
  const inOrder = [...students].sort((a, b) => comparePaths(pathOf(a), pathOf(b)))
  const tree: Hierarchy = Object.create(null)
  for (const student of inOrder) {
    const [batch, branch, section] = pathOf(student)
    tree[batch] ??= Object.create(null) as Hierarchy[string]
    const branches = tree[batch] as Hierarchy[string]
    branches[branch] ??= Object.create(null) as Hierarchy[string][string]
    const sections = branches[branch] as Hierarchy[string][string]
    sections[section] ??= []
    sections[section].push(student)
  }
  return { hierarchy: tree, summary }
}

type Path = readonly [batch: string, branch: string, section: string]
const pathOf = ({ batch, branch, section }: { batch: string | null; branch: string; section: string | null }): Path => [
  batch ?? '',
  branch,
  section ?? '',
]
/** Compares by the names of batch, branch and section, in this order. */
function comparePaths(a: Path, b: Path) {
  for (const [index, name] of a.entries()) {
    const other = b[index] ?? ''
    if (name !== other) return name < other ? -1 : 1
  }
  return 0
}
