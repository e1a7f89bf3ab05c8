import { DomainError } from '#shared/errors.ts'

const invalid = (field: string, message: string) =>
  new DomainError('VALIDATION', 'Validation failed', [{ field, message }])

export const attemptNotFound = () => new DomainError('NOT_FOUND', 'Attempt not found')
export const testNotFound = () => new DomainError('NOT_FOUND', 'Test not found')
export const questionNotFound = () => new DomainError('NOT_FOUND', 'Question not found')
export const notInTest = () => invalid('questionId', 'This question is not part of the test')
export const notAnswered = () => invalid('questionId', 'The student did not answer this question')
export const tooManyMarks = (max: number) => invalid('marks', `Must be at most ${max}`)
export const wrongLevels = (message: string) => invalid('levels', message)
export const marksMissing = () => invalid('marks', 'Enter the marks, or choose a level for every criterion')
export const notMarkedYet = () =>
  new DomainError('CONFLICT', 'You can give a second opinion once someone else has marked the answer')
export const ownMarks = () =>
  new DomainError('CONFLICT', 'You marked this answer, so someone else must give the second opinion')
export const markedMeanwhile = () =>
  new DomainError('CONFLICT', 'Someone else has marked this answer. Please review their marks first.')
export const notSubmitted = () => new DomainError('CONFLICT', 'This test has not been submitted yet')
export const notMarker = () =>
  new DomainError('FORBIDDEN', 'Other faculty of your college were chosen to mark this test.')
export const objectionNotFound = () => new DomainError('NOT_FOUND', 'Objection not found')
export const noObjections = () => new DomainError('CONFLICT', 'You cannot object to questions of this test right now')
export const alreadyObjected = () => new DomainError('CONFLICT', 'You have already objected to this question')
export const alreadyAnswered = () => new DomainError('CONFLICT', 'This objection has already been answered')
export const answeredMeanwhile = () =>
  new DomainError('CONFLICT', 'Someone else has replied to this objection. Please read their reply first.')
export const notFaculty = (position: number) => invalid(`userIds.${position}`, 'This is not a faculty member')
