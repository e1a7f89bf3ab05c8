import { notFound } from '#shared/errors.ts'

export const testNotFound = () => notFound('Test')
