import { notFound } from '#shared/errors.ts'
import { idNumberName } from '#shared/members/bulk.rules.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'

export const templateNotFound = () => notFound('Template')

/** Reveals that an email is taken, but not in which other college. */
export const emailTaken = (inOwnCollege: boolean) =>
  `This email is already in use ${inOwnCollege ? 'in' : 'outside'} your college`
export const idNumberTaken = (role: MemberRole) => `This ${idNumberName(role)} is already in use in your college`
