import { conflict, invalid, notFound } from '#shared/errors.ts'

export const studentNotFound = () => notFound('Student')
export const inExam = () => conflict('This student is taking a test. Please erase the data after it is submitted.')
export const wrongConfirmation = () =>
  invalid([{ field: 'confirm', message: "Please type the student's ID number or email to confirm" }])
