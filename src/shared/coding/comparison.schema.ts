import { z } from 'zod'
import { programLanguages } from './languages.rules.ts'

/** How a program's output is judged. Field names follow the coding questions of the API. */

export const comparisons = ['lines', 'tokens', 'numbers', 'unordered', 'checker', 'interactive'] as const
export type ComparisonName = (typeof comparisons)[number]

/** Used for `numbers` without a tolerance. */
export const defaultTolerance = 1e-6

const tolerance = z
  .number()
  .min(0, 'A tolerance must be 0 or more')
  .max(1e9, 'A tolerance must be at most 1,000,000,000')
  .optional()

export const toleranceForm = z.object({
  absolute: tolerance.describe('Largest accepted difference'),
  relative: tolerance.describe('Largest accepted difference, as a fraction of the expected number'),
})
export type Tolerance = z.output<typeof toleranceForm>

export const checkerProtocols = ['kattis', 'testlib', 'plain'] as const
export type CheckerProtocol = (typeof checkerProtocols)[number]
/** An interactor's standard output goes to the program, so its verdict cannot be printed there. */
export const interactorProtocols = ['kattis', 'testlib'] as const

/** Maximum characters of a checker's files together, enough for testlib.h. */
export const maxCheckerFiles = 512 * 1024

export const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$/, 'File names may contain letters, digits, dots, hyphens and underscores')

const exactArgument = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Arguments must be plain text')

/** The text of a program, which may be empty. */
export const anyProgramText = (max: number, size: string, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(max, `Must be at most ${size}`)
    .refine((text) => !text.includes('\0'), 'Must not contain NUL bytes')
    .refine((text) => text.isWellFormed(), 'Must not contain incomplete characters (lone surrogates)')

const programText = (missing: string, max: number, size: string) => anyProgramText(max, size, missing).min(1, missing)

export const sourceFile = z.object({
  name: fileName,
  content: programText('The file is empty', maxCheckerFiles, '512 kB'),
})
export type SourceFile = z.output<typeof sourceFile>

/** Files that accompany a program by the question's author. */
export const sourceFiles = z
  .array(sourceFile)
  .max(10, 'Must be at most 10 files')
  .refine(
    (files) => files.reduce((sum, { content }) => sum + content.length, 0) <= maxCheckerFiles,
    'The files may total at most 512 kB',
  )
  .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, 'Two files have the same name')

/** Arguments of a checker, after those of its protocol. */
export const checkerArguments = z
  .array(exactArgument.max(200, 'Arguments must be at most 200 characters'))
  .max(50, 'Must be at most 50 arguments')

/** A program by the question's author that judges a program's output. */
export const checkerForm = z.object({
  language: z.enum(programLanguages),
  code: programText('Please write the checker first', 65_536, '64 kB'),
  protocol: z.enum(checkerProtocols),
  files: sourceFiles.default([]).describe('Header files or modules that the checker includes, such as testlib.h'),
  arguments: checkerArguments.optional().describe('Passed to the checker after the arguments of its protocol'),
})
export type CheckerForm = z.output<typeof checkerForm>

/** A program by the question's author that talks to a program and judges it. */
export const interactorForm = checkerForm.extend({
  code: programText('Please write the interactor first', 65_536, '64 kB'),
  protocol: z.enum(interactorProtocols),
})

/** A stored checker or interactor. */
export const shownChecker = checkerForm.extend({ files: z.array(sourceFile) })
export const shownInteractor = interactorForm.extend({ files: z.array(sourceFile) })

/** The fields of a question that decide how output is compared. */
export const comparisonFields = {
  comparison: z.enum(comparisons).default('lines'),
  tolerance: toleranceForm.nullish().describe('For `numbers`; 0.000001 absolute or relative if omitted'),
  ignore_case: z
    .boolean()
    .default(false)
    .describe('For `tokens` and `numbers`: ignores the case of the letters a to z'),
  checker: checkerForm.nullish().describe('For `checker`'),
  interactor: interactorForm.nullish().describe('For `interactive`'),
}

const comparisonForm = z.object(comparisonFields)
export type ComparisonForm = z.output<typeof comparisonForm>

/** Reports what a comparison lacks. */
export function checkComparison(
  { comparison, checker, interactor }: Pick<ComparisonForm, 'comparison' | 'checker' | 'interactor'>,
  ctx: z.RefinementCtx,
) {
  if (comparison === 'checker' && !checker)
    ctx.addIssue({ code: 'custom', path: ['checker'], message: 'Please write the checker first' })
  if (comparison === 'interactive' && !interactor)
    ctx.addIssue({ code: 'custom', path: ['interactor'], message: 'Please write the interactor first' })
}

/** True if the question's author wrote a program that judges. */
export const hasProgram = (comparison: ComparisonName) => comparison === 'checker' || comparison === 'interactive'

/** The program that judges: the checker or the interactor; null if there is none. */
export const judgingProgram = ({
  comparison,
  checker,
  interactor,
}: Pick<ComparisonForm, 'comparison' | 'checker' | 'interactor'>): CheckerForm | null =>
  (comparison === 'checker' ? checker : comparison === 'interactive' ? interactor : null) ?? null
