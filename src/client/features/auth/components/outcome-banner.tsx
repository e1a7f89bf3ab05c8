import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The result of an action: a sentence and, after a failure, the reason if known. */
export interface Outcome {
  good: boolean
  text: string
  reason?: string
}

/** A failed outcome, with the server's message unless it repeats the text. */
export const failed = (text: string, reason: string): Outcome => ({
  good: false,
  text,
  ...(reason !== text && { reason }),
})

interface BannerProps {
  outcome: Outcome | null
  onClose?: () => void
  action?: ReactNode
}

/** A green or red message above the content it refers to. Screen readers announce it, failures immediately. */
export function Banner({ outcome, onClose, action }: BannerProps) {
  const Mark = outcome?.good ? IconCheck : IconAlertTriangle
  const alert = outcome && (
    <Alert
      color={outcome.good ? 'green' : 'red'}
      mb="md"
      icon={<Mark size={18} aria-hidden />}
      title={outcome.text}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close message"
      {...(onClose && { onClose })}
      // A title without a body needs no margin below.
      {...(!outcome.reason && !action && { styles: { title: { marginBottom: 0 } } })}
      // The surrounding containers are the live regions.
      role="presentation"
    >
      {outcome.reason}
      {action}
    </Alert>
  )
  return (
    <>
      <div role="status">{outcome?.good && alert}</div>
      <div role="alert">{outcome?.good === false && alert}</div>
    </>
  )
}
