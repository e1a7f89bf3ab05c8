import { z } from 'zod'
import { codingQuestionForm, languageField, solutionForm } from '#shared/coding/coding.schema.ts'
import { checkerForm } from '#shared/coding/comparison.schema.ts'
import { asField } from '../judging.ts'
import { textIn } from './descriptor.ts'
import { packageRefused } from './packages.errors.ts'
import type { FoundSolutions, OwnSolution } from './solutions.ts'
import { statementParts } from './statement.ts'

/** The file that only packages exported by Examhall contain. */

/** Our own file for fields without a place in the package format. */
export const ownFileName = 'examhall.json'
const { shape } = codingQuestionForm
/** Leaves missing fields undefined instead of applying the form's defaults. */
const asGiven = <Schema extends z.ZodType>(schema: Schema) => z.union([z.undefined(), schema])
export const ownFile = z.object({
  difficulty: asGiven(shape.difficulty),
  tags: asGiven(shape.tags),
  supported_languages: asGiven(shape.supported_languages),
  sample_input: asGiven(shape.sample_input),
  sample_output: asGiven(shape.sample_output),
  practice: shape.practice,
  /** Set only when the statement's headings do not separate its parts. */
  statement: statementParts.optional(),
  /** In question order; `name` is the common path of a case's files. */
  cases: z.array(z.object({ name: z.string(), weight: z.number(), group: z.string().optional() })).default([]),
  // Absent in packages from versions that only compared line by line.
  comparison: shape.comparison,
  tolerance: shape.tolerance,
  ignore_case: shape.ignore_case,
  groups: shape.groups,
  templates: shape.templates,
  /** The checker's files, its program first. */
  checker: checkerForm
    .pick({ language: true, protocol: true, arguments: true })
    .extend({ paths: z.array(z.string()).min(1) })
    .optional(),
  /** In question order, with the paths of their other files; in packages of older versions, only paths. */
  solutions: z
    .array(
      z.union([
        z.string().transform((path) => ({ path })),
        z.object({
          path: z.string(),
          other_verdicts: solutionForm.shape.other_verdicts,
          language: languageField.optional(),
          files: z.array(z.string()).optional(),
        }),
      ]),
    )
    .default([]),
})
export type OwnFile = z.input<typeof ownFile>

export type Own = z.output<typeof ownFile>

/** @throws VALIDATION when it is not in our format */
export function readOwnFile(text: string | undefined): Own {
  if (text === undefined) return ownFile.parse({})
  try {
    return ownFile.parse(JSON.parse(text))
  } catch {
    throw packageRefused(
      `${ownFileName} is not in the format Examhall writes. Export the question again, or remove the file`,
    )
  }
}

/** How output is compared and scored according to our own file. */
export function ownJudging(files: ReadonlyMap<string, Buffer>, own: Own, { used }: { used: ReadonlySet<string> }) {
  const { checker } = own
  const texts = checker?.paths.map((path) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    content: textIn(files, path) ?? '',
  }))
  const [main, ...others] = texts ?? []
  const { comparison, tolerance, ignore_case, groups } = own
  return {
    fields: {
      comparison,
      tolerance,
      ignore_case,
      groups,
      ...(checker && main ? asField(comparison, { ...checker, code: main.content, files: others }) : {}),
    },
    notes: [] as string[],
    groupOf: new Map<string, string>(),
    used: new Set([...used, ...(checker?.paths ?? [])]),
    isUnproven: false,
  }
}

/** Sorts items by a list of names; unlisted ones follow. */
export function ordered<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  names: readonly string[],
): Item[] {
  const places = new Map(names.map((name, place) => [name, place]))
  const placeOf = (item: Item) => places.get(nameOf(item)) ?? names.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The solutions in our own file's order, with its verdicts: a folder may allow more. */
export function ownSolutions(solutions: FoundSolutions['solutions'], own: Own) {
  const otherVerdicts = new Map(own.solutions.map(({ path, other_verdicts }: OwnSolution) => [path, other_verdicts]))
  return ordered(solutions, ({ path }) => path, [...otherVerdicts.keys()]).map((solution) =>
    otherVerdicts.has(solution.path) ? { ...solution, other_verdicts: otherVerdicts.get(solution.path) } : solution,
  )
}
