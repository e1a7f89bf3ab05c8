import { DomainError, type FieldError, invalid } from '#shared/errors.ts'

/** An unusable upload; each message says how to fix it. */
export const packageRefused = (...messages: string[]) => invalid(messages.map(fileError))

const fileError = (message: string): FieldError => ({ field: 'file', message })

export const noCases = () =>
  packageRefused(
    'There are no test cases in this .zip. Name their files NAME.in and NAME.ans (or NAME.out), such as 1.in and 1.ans',
  )

export const tooManyCases = (found: number, max: number) =>
  packageRefused(`This .zip has ${found.toLocaleString('en')} test cases; a question may have at most ${max}`)

export const casesTooLarge = () =>
  new DomainError(
    'TOO_LARGE',
    'The test cases are too large: they may total at most 16 MB per question. Remove the largest ones',
  )

export const noPackage = () =>
  packageRefused(
    'This .zip is not a problem package: it has no problem.yaml at the top level or in a single top-level folder. To upload only test cases, use the upload in the question form',
  )

export const noStatement = () =>
  packageRefused('The package has no statement. Add it as problem_statement/problem.en.md')
