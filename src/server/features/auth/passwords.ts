import type { Platform } from '#server/platform/platform.ts'
import { invalid } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'

/** Number of common passwords to reject. Higher for staff, who can access other people's data. */
const commonCount = (role: Role) => (role === 'student' ? 1_000 : 10_000)

/** Zero-based rank of each common password. The list is 300 kB, so it is loaded on first use. */
async function commonRanks(): Promise<ReadonlyMap<string, number>> {
  // Both Node and the single-file build load the package as CommonJS.
  const { dictionary } = (await import('@zxcvbn-ts/language-common')).default
  return new Map(
    dictionary['passwords-common'].slice(0, commonCount('master_admin')).map((password, rank) => [password, rank]),
  )
}
/**
 * Checks a new password; existing ones stay valid.
 * @param field the form field's name
 * @throws VALIDATION when it is shorter than PASSWORD_MIN, too common, or equal to the person's email or its local part
 */
export async function checkNewPassword(
  app: Platform,
  password: string,
  { email, role }: { email: string; role: Role },
  field: 'newPassword' | 'password',
): Promise<void> {
  const refuse = (message: string) => invalid([{ field, message }])
  const { passwordMin } = app.config
  if (password.length < passwordMin) throw refuse(`New password must be at least ${passwordMin} characters`)
  const typed = password.toLowerCase()
  const owner = email.toLowerCase()
  if (typed === owner || typed === owner.split('@')[0])
    throw refuse('Your email address is easy to guess. Please choose another password')
  const rank = (await commonRanks()).get(typed)
  if (rank !== undefined && rank < commonCount(role))
    throw refuse('Many people use this password, so it is easy to guess. Please choose another one')
}
