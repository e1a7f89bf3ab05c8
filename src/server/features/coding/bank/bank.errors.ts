import { DomainError } from '#shared/errors.ts'

export const questionTooLarge = () =>
  new DomainError(
    'TOO_LARGE',
    'The question is too large: its texts, test cases and solutions together may have at most 16 MB. Please shorten its largest test cases.',
  )

/** @param place from 0 */
export const solutionTooLarge = (place: number) =>
  new DomainError('TOO_LARGE', `Solution ${place + 1} is too large: the code may have at most 64 kB`)
