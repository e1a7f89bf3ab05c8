import { conflict, notFound } from '#shared/errors.ts'

export const collegeNotFound = () => notFound('College')
export const codeTaken = () =>
  conflict('A college with this code already exists', [
    { field: 'code', message: 'A college with this code already exists' },
  ])
