import { z } from 'zod'
import { changePasswordForm, resetForm } from '#shared/auth/auth.schema.ts'

/** New password and its repetition. Each field shows its own errors, whatever else is invalid. */
const typedTwice = {
  path: ['confirm'],
  error: 'New passwords do not match',
  when: () => true,
}
const confirm = z.string().min(1, 'Please type the new password again')

/** For users who have their current password. */
export const changeFields = changePasswordForm
  .extend({ confirm })
  .refine((typed) => !typed.confirm || typed.newPassword === typed.confirm, typedTwice)

/** For users who follow a mailed link. */
export const resetFields = resetForm
  .pick({ password: true })
  .extend({ confirm })
  .refine((typed) => !typed.confirm || typed.password === typed.confirm, typedTwice)
