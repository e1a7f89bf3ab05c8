import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** How something went: a sentence, and after a failure the reason if there is one. */
export interface Outcome {
  good: boolean
  text: string
  reason?: string
}

/** A failure, with the server's words where they say more. */
export const failed = (text: string, reason: string): Outcome => ({
  good: false,
  text,
  ...(reason !== text && { reason }),
})

interface BannerProps {
  outcome: Outcome | null
  onClose?: () => void
  /** Actions. */
  action?: ReactNode
}

/** Green or red, above what it is about; read out when it comes, a failure at once. */
export function Banner({ outcome, onClose, action }: BannerProps) {
  const Mark = outcome?.good ? IconCheck : IconAlertTriangle
  const alert = outcome && (
    <Alert
      color={outcome.good ? 'green' : 'red'}
      variant="light"
      mb="md"
      icon={<Mark size={18} aria-hidden />}
      title={outcome.text}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close message"
      {...(onClose && { onClose })}
      // Alone, the sentence needs no room below it.
      {...(!outcome.reason && !action && { styles: { title: { marginBottom: 0 } } })}
      // The places that announce it stand around it.
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
