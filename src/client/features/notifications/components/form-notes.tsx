import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { now } from '#client/lib/clock.ts'
import type { StoredAnswer } from '../model/form.ts'
import { takenOffText } from '../model/form-words.ts'
import { missedText } from '../model/moments.ts'

/** Notes on editing a stored notification. */
export function FormNotes({ stored: { notification, missingUsers } }: { stored: StoredAnswer }) {
  const left = notification.targetUsers.length - missingUsers.length
  return (
    <>
      {notification.status === 'missed' && (
        <FormNote>
          It was not sent: {missedText(notification, now()).toLowerCase()}. Please choose a new time, or clear the time
          to send it now.
        </FormNote>
      )}
      {missingUsers.length > 0 && left > 0 && <FormNote>{takenOffText(missingUsers.length)}.</FormNote>}
    </>
  )
}

/** A prominent note above the form. */
export const FormNote = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" variant="light" mb="lg" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
    {children}
  </Alert>
)
