import { conflict, invalid, notFound } from '#shared/errors.ts'

export const testNotFound = () => notFound('Test')
export const unknownQuestion = (position: number) =>
  invalid([{ field: `questions.${position}.id`, message: 'This question is not part of the test' }])
export const repeatedQuestion = (position: number) =>
  invalid([{ field: `questions.${position}.id`, message: 'This question stands in the test twice' }])
export const cannotEdit = (reason: string) => conflict(reason)
