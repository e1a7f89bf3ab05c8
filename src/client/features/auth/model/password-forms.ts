import { z } from 'zod'
import { changePasswordForm, resetForm } from '#shared/auth/auth.schema.ts'

/** Checks that both new passwords match, even if other fields are invalid. */
const typedTwice = {
  path: ['confirm'],
  error: 'New passwords do not match',
  when: () => true,
}
const confirm = z.string().min(1, 'Please type the new password again')

/** For signed-in users, who also enter their current password. */
export const changeFields = changePasswordForm
  .extend({ confirm })
  .refine((typed) => !typed.confirm || typed.newPassword === typed.confirm, typedTwice)

/** For users who follow an emailed reset link. */
export const resetFields = resetForm
  .pick({ password: true })
  .extend({ confirm })
  .refine((typed) => !typed.confirm || typed.password === typed.confirm, typedTwice)
