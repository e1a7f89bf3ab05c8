import { DomainError, notFound, sentences } from '#shared/errors.ts'

export const refusedExtent = () => new DomainError('FORBIDDEN', sentences.accessDenied)
export const testNotFound = () => notFound('Test')
