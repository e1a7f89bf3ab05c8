import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { conflict, DomainError, invalid, notFound, sentences } from '#shared/errors.ts'

export const questionNotFound = () => notFound('Coding question')
export const submissionNotFound = () => notFound('Submission')
export const jobNotFound = () => notFound('Job')
export const notReleased = () => conflict(sentences.notReleased)

export const tooManyJobs = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'Your earlier runs are still being judged. Please wait until they finish.',
    undefined,
    2,
  )

/** @param waitMs time until the next one is accepted */
export function tooManySubmissions(max: number, waitMs: number) {
  const minutes = Math.ceil(waitMs / 60_000)
  const when = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new DomainError(
    'TOO_MANY_REQUESTS',
    `You have submitted ${max} times for this question in the last hour. Try again in ${when}.`,
    undefined,
    Math.ceil(waitMs / 1_000),
  )
}

export const sourceTooLarge = () => new DomainError('TOO_LARGE', 'The code must be at most 64 kB')

export const languageNotAccepted = (language: Language) =>
  invalid([{ field: 'language', message: `This question does not accept ${languageNames[language]}` }])

export const languageOff = (language: Language) =>
  conflict(`${languageNames[language]} cannot be judged here. Please choose another language.`)

export const judgeFailed = () => new DomainError('INTERNAL', 'The judge could not run this. Please try again.')
