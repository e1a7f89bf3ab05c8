import { DomainError } from '#shared/errors.ts'

export const questionNotFound = () => new DomainError('NOT_FOUND', 'Question not found')
export const editConflict = () =>
  new DomainError('CONFLICT', 'Someone else has changed this question. Please reload it before you save.')
export const isUsed = () => new DomainError('CONFLICT', 'Tests use this question. Retire it instead.')
export const invalidPattern = (field: string, message: string) =>
  new DomainError('VALIDATION', 'Validation failed', [{ field, message }])
