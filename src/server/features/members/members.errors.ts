import { conflict, notFound } from '#shared/errors.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'

export const memberNotFound = () => notFound('User')
export const studentNotFound = () => notFound('Student')
const takenEmail = { field: 'email', message: 'This email is already in use' }
const takenIdNumber = (role: MemberRole) => ({
  field: 'idNumber',
  message: `This ${role === 'student' ? 'Roll Number' : 'ID'} is already in use in your college`,
})

export const emailTaken = () => conflict(takenEmail.message, [takenEmail])
export const idNumberTaken = (role: MemberRole, alsoEmail: boolean) => {
  const taken = takenIdNumber(role)
  return conflict(taken.message, alsoEmail ? [takenEmail, taken] : [taken])
}
