import { conflict, invalid, notFound } from '#shared/errors.ts'

export const collegeNotFound = () => notFound('College')
export const codeTaken = () =>
  conflict('A college with this code already exists', [
    { field: 'code', message: 'A college with this code already exists' },
  ])
export const wrongConfirmation = (code: string) =>
  invalid([{ field: 'confirm', message: `Please type the college code ${code} to confirm` }])
