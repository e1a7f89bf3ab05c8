import { questionSentence } from '#shared/bank/questions.schema.ts'
import { conflict, DomainError, invalid, notFound } from '#shared/errors.ts'
import { bestOfSentence } from '#shared/tests/form.schema.ts'

export const testNotFound = () => notFound('Test')
export const writtenByCollege = () =>
  new DomainError('FORBIDDEN', 'Only the college that wrote this test can change it. You can read and delete it.')
export const unknownQuestion = (field: string) => invalid([{ field, message: 'This question is not part of the test' }])
export const notDrawn = (field: string) =>
  invalid([{ field, message: 'This is not a drawn question of a test that students have started' }])
export const repeatedQuestion = (field: string) =>
  invalid([{ field, message: 'This question appears in the test twice' }])
export const unknownCodingQuestion = (field: string) => invalid([{ field, message: 'Coding question not found' }])
export const unknownSection = (field: string) => invalid([{ field, message: 'This section is not part of the test' }])
export const repeatedSection = (field: string) =>
  invalid([{ field, message: 'This section appears in the test twice' }])
export const cannotEdit = (reason: string) => conflict(reason)
export const rubricUsed = () =>
  conflict(
    'Answers were marked with the levels of this rubric. To change it, first mark them again without choosing levels.',
  )
export const notAnOption = (field: string) => invalid([{ field, message: questionSentence }])
export const editConflict = () => conflict('Someone else has changed this test. Please reload it before you save.')
export const invalidPattern = (field: string, message: string) => invalid([{ field, message }])
export const tooManyCount = (field: string) => invalid([{ field, message: bestOfSentence }])
/** @param found number of questions that the pool can draw */
export const poolTooSmall = (field: string, found: number) =>
  invalid([{ field, message: `The bank has only ${found} matching questions for this pool` }])
