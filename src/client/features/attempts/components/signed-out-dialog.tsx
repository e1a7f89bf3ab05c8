import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { expireSession } from '#client/lib/trpc.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { SaveStatus } from '../model/answer-store.ts'
import type { SubmitState } from '../model/submission.ts'

interface SignedOutDialogProps {
  save: SaveStatus
  submit: SubmitState
  onRetry: () => void
}

/** The session ended in the middle of the test: what it means, and the way back. */
export function SignedOutDialog({ save, submit, onRetry }: SignedOutDialogProps) {
  const signedOut = submit.phase === 'signed-out' || (submit.phase === 'idle' && save.state === 'signed-out')
  const [put, setPut] = useState(false)
  // Put aside once, it comes back only for another end of the session.
  if (!signedOut && put) setPut(false)
  const kept = save.unsent === 1 ? 'your 1 unsent answer is' : `your ${save.unsent} unsent answers are`
  return (
    <Modal opened={signedOut && !put} onClose={() => setPut(true)} title="Your session ended" sticky>
      <Stack gap="xs">
        <Text size="sm">
          {save.kept || save.unsent === 0
            ? `Sign in again to go on. Nothing is lost: ${save.unsent > 0 ? kept : 'your answers are'} kept, and you resume the same test.`
            : `This browser stores nothing, so ${kept} kept only while this page stays open: signing in again loses what is unsent.`}
        </Text>
        <Text size="sm" c="dimmed">
          The clock keeps running meanwhile. If you signed in again in another tab, press “Try again”.
        </Text>
      </Stack>
      <ModalActions>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={expireSession} data-autofocus>
          Sign in again
        </Button>
      </ModalActions>
    </Modal>
  )
}
