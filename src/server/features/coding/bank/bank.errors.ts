import { DomainError } from '#shared/errors.ts'

export const questionTooLarge = () =>
  new DomainError(
    'TOO_LARGE',
    'The question is too large: text, test cases and solutions may total at most 16 MB. Please shorten the largest test cases.',
  )

/** @param place zero-based */
export const solutionTooLarge = (place: number) =>
  new DomainError('TOO_LARGE', `Solution ${place + 1} is too large: the code must be at most 64 kB`)
