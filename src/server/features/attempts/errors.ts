import { conflict, invalid, notFound } from '#shared/errors.ts'

export const notStartedYet = () => conflict('Test has not started yet')
export const hasEnded = () => conflict('Test has ended')
export const alreadyAttempted = () => conflict('You have already attempted this test')
export const notBegun = () => conflict('Please start the test first')
export const alreadySubmitted = () => conflict('This test has already been submitted')
export const timeIsOver = () => conflict('The time for this test is over; what was saved in time counts')
export const notSubmitted = () => conflict('This test has not been submitted yet')
export const testNotFound = () => notFound('Test')
export const resultNotFound = () => notFound('Result')
export const notInPaper = (position: number) =>
  invalid([{ field: `answers.${position}.questionId`, message: 'This question is not part of the test' }])
