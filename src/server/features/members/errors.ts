import { conflict, notFound } from '#shared/errors.ts'
import type { MemberRole } from '#shared/members/schema.ts'

export const memberNotFound = () => notFound('User')
export const emailTaken = () =>
  conflict('This email is already in use', [{ field: 'email', message: 'This email is already in use' }])
export function idNumberTaken(role: MemberRole) {
  const message = `This ${role === 'student' ? 'Roll Number' : 'ID'} is already in use in your college`
  return conflict(message, [{ field: 'idNumber', message }])
}
