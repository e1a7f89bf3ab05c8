import { conflict, type FieldError, invalid, notFound } from '#shared/errors.ts'

export const collegeNotFound = () => notFound('College')
const takenCode = { field: 'code', message: 'A college with this code already exists' }
/** @param also errors for a taken email */
export const codeTaken = (also: readonly FieldError[] = []) => conflict(takenCode.message, [takenCode, ...also])
export const twoStepNotOn = () => conflict('Two-step sign-in is not on')
export const wrongConfirmation = (code: string) =>
  invalid([{ field: 'confirm', message: `Please type the college code ${code} to confirm` }])
