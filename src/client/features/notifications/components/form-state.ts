import { useState } from 'react'
import { useZodForm, type ZodForm } from '#client/lib/form.ts'
import { emptyForm, type FormValues, type Sender, type StoredAnswer, schemaOf } from '../model/form.ts'
import type { NotificationInput } from '../queries.ts'

export type NotificationFormState = ZodForm<FormValues, NotificationInput>

const times = ['scheduledFor', 'expiresAt'] as const
const unfinished = 'Please enter the whole date and time, or clear it'

/** The times that are typed in part: a browser hands such a one out as if nothing were there. */
const unfinishedTimes = () =>
  times.filter((field) => document.querySelector<HTMLInputElement>(`input[data-path=${field}]`)?.validity.badInput)

/**
 * The form's state.
 *
 * @param initial what it holds at first, of one that is edited
 * @param refusedFile what is wrong with the chosen file, asked when the form is sent
 */
export function useNotificationForm(
  sender: Sender,
  stored: StoredAnswer | undefined,
  initial: FormValues | undefined,
  refusedFile: () => string | null,
): NotificationFormState {
  const [start] = useState(() => ({
    initialValues: initial ?? emptyForm(sender),
    schema: schemaOf(stored?.notification, () => {
      const file = refusedFile()
      const problems = Object.fromEntries(unfinishedTimes().map((field) => [field, unfinished]))
      return file === null ? problems : { ...problems, attachment: file }
    }),
  }))
  return useZodForm(start)
}
