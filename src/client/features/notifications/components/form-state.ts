import { useState } from 'react'
import { useZodForm, type ZodForm } from '#client/lib/form.ts'
import { emptyForm, type FormValues, type Sender, type StoredAnswer, schemaOf } from '../model/notification-form.ts'
import type { NotificationInput } from '../queries.ts'

export type NotificationFormState = ZodForm<FormValues, NotificationInput>

/**
 * @param initial values when editing
 * @param refusedFile returns the error of the chosen file; called on submit
 */
export function useNotificationForm(
  sender: Sender,
  stored: StoredAnswer | undefined,
  initial: FormValues | undefined,
  refusedFile: () => string | null,
): NotificationFormState {
  const [start] = useState(() => ({
    initialValues: initial ?? emptyForm(sender),
    schema: schemaOf(stored?.notification, refusedFile),
  }))
  return useZodForm(start)
}
