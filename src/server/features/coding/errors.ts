import { type Language, languageNames } from '#shared/coding/languages/rules.ts'
import { conflict, DomainError, invalid, notFound } from '#shared/errors.ts'

export const questionNotFound = () => notFound('Coding question')
export const submissionNotFound = () => notFound('Submission')
export const jobNotFound = () => notFound('Job')
export const attemptNotFound = () => notFound('Attempt')

export const tooManyJobs = () =>
  new DomainError('TOO_MANY_REQUESTS', 'Your earlier runs are still being judged. Please wait for them.', undefined, 2)

export const sourceTooLarge = () => new DomainError('TOO_LARGE', 'The code may have at most 64 kB')

export const languageNotAccepted = (language: Language) =>
  invalid([{ field: 'language', message: `This question does not accept ${languageNames[language]}` }])

export const languageOff = (language: Language) =>
  conflict(`${languageNames[language]} cannot be judged on this machine. Please choose another language.`)

export const judgeFailed = () => new DomainError('INTERNAL', 'The judge could not carry this out. Please try again.')
