import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import { type CurrentUser, profileFormOf } from '#shared/auth/auth.schema.ts'
import { profileValues } from '../model/profile-facts.ts'
import { useUpdateProfile } from '../queries.ts'
import { failed, type Outcome } from './outcome-banner.tsx'

export const profileSaved: Outcome = { good: true, text: 'Profile updated successfully!' }

/**
 * The profile form, with the fields for the user's role. Confirms before leaving with unsaved changes.
 *
 * @param onOutcome called with the result of saving; field errors appear at the fields instead
 */
export function useProfileForm(user: CurrentUser, onOutcome: (outcome: Outcome | null) => void) {
  const update = useUpdateProfile()
  const [schema] = useState(() => profileFormOf(user.role))
  const [initialValues] = useState(() => profileValues(user))
  const form = useZodForm({ schema, initialValues })
  const show = (stored: CurrentUser) => {
    const values = profileValues(stored)
    form.setValues(values)
    form.resetDirty(values)
  }
  // Show changes made on another device, unless that would overwrite unsaved ones.
  const follow = useEffectEvent((stored: CurrentUser) => {
    if (!form.isDirty()) show(stored)
  })
  useEffect(() => follow(user), [user])
  const mayLeave = useLeaveWarning(
    () => form.isDirty(),
    'You have unsaved changes to your profile. If you leave now, you lose them.',
  )
  const save = form.submit(async (fields) => {
    onOutcome(null)
    try {
      const { user, message } = await update.mutateAsync(fields)
      show(user)
      onOutcome(message ? { good: true, text: message } : profileSaved)
    } catch (error) {
      if (!form.showErrors(error)) onOutcome(failed('Failed to update profile', messageOf(error)))
    }
  })
  return { form, save, mayClose: async () => !form.isDirty() || (await mayLeave()) }
}
