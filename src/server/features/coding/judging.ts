import type { Comparison, JudgeCase, JudgeGroup, JudgeJob } from '#server/judge/types.ts'
import type { Db } from '#server/platform/db.ts'
import {
  type CheckerForm,
  type ComparisonForm,
  type ComparisonName,
  defaultTolerance,
  hasProgram,
  type SourceFile,
} from '#shared/coding/comparison.schema.ts'
import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { TemplateForm } from '#shared/coding/templates.schema.ts'
import { judgingRepo } from './judging.repo.ts'

/** A question's settings for the judge, without its cases. */
export type Judging = Pick<JudgeJob, 'limits'> & {
  comparison: Comparison
  groups: readonly CodingGroup[]
  templates: readonly TemplateForm[]
}

/** Converts a question's fields to the judge's terms. */
export function comparisonOf(form: ComparisonForm): Comparison {
  const { comparison, tolerance, ignore_case, checker, interactor } = form
  if (comparison === 'checker' && checker) return { kind: 'checker', checker }
  if (comparison === 'interactive' && interactor) return { kind: 'interactive', interactor }
  if (comparison === 'tokens') return { kind: 'tokens', ignoreCase: ignore_case }
  if (comparison === 'unordered') return { kind: 'unordered' }
  if (comparison !== 'numbers') return { kind: 'lines' }
  const { absolute, relative } = tolerance ?? {}
  const isOpen = absolute === undefined && relative === undefined
  return {
    kind: 'numbers',
    ignoreCase: ignore_case,
    absolute: isOpen ? defaultTolerance : (absolute ?? 0),
    relative: isOpen ? defaultTolerance : (relative ?? 0),
  }
}

/** The stored program under the name of its field. */
export const asField = (comparison: ComparisonName, program: CheckerForm | undefined) =>
  comparison === 'checker'
    ? { checker: program }
    : comparison === 'interactive' && program && program.protocol !== 'plain'
      ? { interactor: { ...program, protocol: program.protocol } }
      : {}

/** Reads how a question is judged; undefined if it does not exist. */
export async function readJudging(db: Db, questionId: string): Promise<Judging | undefined> {
  const repo = judgingRepo(db)
  const row = await repo.question(questionId)
  if (!row) return undefined
  const program = hasProgram(row.comparison) ? await repo.checker(questionId) : undefined
  return {
    limits: { timeMs: row.timeLimit, memoryMb: row.memoryLimit },
    comparison: comparisonOf({ ...row, ignore_case: row.ignoreCase, ...asField(row.comparison, program) }),
    groups: row.groups,
    templates: row.templates,
  }
}

/**
 * A program for the judge, with the question's driver and files for its language.
 * @param ownFiles the program's own files, in addition to the question's
 */
export function programOf(
  templates: readonly TemplateForm[],
  language: Language,
  source: string,
  ownFiles: readonly SourceFile[] = [],
): Pick<JudgeJob, 'language' | 'source' | 'driver'> {
  const { driver = '', files: questionFiles = [] } = templates.find((one) => one.language === language) ?? {}
  const files = [...questionFiles, ...ownFiles]
  if (!driver && files.length === 0) return { language, source }
  return { language, source, driver: { ...(driver ? { code: driver } : {}), files } }
}

/** The groups as the judge refers to them: by index. */
export const judgeGroups = (groups: readonly CodingGroup[]): JudgeGroup[] =>
  groups.map(({ scoring, needs }) => ({
    scoring,
    needs: needs.map((need) => groups.findIndex(({ name }) => name === need)),
  }))

/**
 * A case for the judge. If there are groups, cases without one have no points, like those of a group without points.
 * @param group the name of its group
 */
export function judgeCase(
  groups: readonly CodingGroup[],
  { group, ...rest }: Omit<JudgeCase, 'group'> & { group: string | null | undefined },
): JudgeCase {
  const index = groups.findIndex(({ name }) => name === group)
  const found = groups[index]
  if (!found) return groups.length === 0 ? rest : { ...rest, fullScore: 0 }
  const fullScore = found.points === 0 ? 0 : found.full_score
  return {
    ...rest,
    group: index,
    ...(found.arguments ? { arguments: found.arguments } : {}),
    ...(fullScore === undefined ? {} : { fullScore }),
  }
}

/** Message for students if the question's checker failed. */
export const checkerFailedMessage =
  'The checker of this question failed, so your program could not be judged. This is not a fault of your program. Please tell your teacher.'
