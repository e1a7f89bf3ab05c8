import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { clearSession, readSession } from '#client/lib/session-store.ts'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { formatRemaining } from '../model/clock.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import { renewSession } from '../queries.ts'
import { useTimeLeft } from './use-room.ts'

interface SignedOutDialogProps {
  room: ExamRoom
  view: RoomView
  /** True after the student dismisses the dialog. The save chip reopens it. */
  aside: boolean
  onAside: (aside: boolean) => void
}

/** Shown when the session ends during the test. Signing in here continues the test. */
export function SignedOutDialog({ room, view, aside, onAside }: SignedOutDialogProps) {
  const { signedOut, save, submit, timeIsOver } = view
  // After signing in, let the dialog open again if the next session ends too.
  useEffect(() => {
    if (!signedOut) onAside(false)
  }, [signedOut, onAside])
  const close = () => {
    onAside(true)
    room.cancelLeave()
    room.cancelSubmit()
  }
  const unsent = save.unsent === 1 ? 'your 1 unsent answer is' : `your ${save.unsent} unsent answers are`
  return (
    <Modal
      opened={signedOut && !aside}
      onClose={close}
      title="Your session ended"
      sticky
      // Once time is over, there is no test to return to, so the dialog cannot be closed.
      busy={timeIsOver && submit.phase === 'signed-out'}
    >
      <Stack gap="sm">
        <Text size="sm">
          Sign in again to continue. Nothing is lost: {save.unsent > 0 ? unsent : 'your answers are'} kept
          {save.kept || save.unsent === 0 ? '' : ' while this page stays open'}.
        </Text>
        <TimeLeft room={room} />
        <SignInAgain onDone={() => room.retry()} warns={!save.kept && save.unsent > 0} />
      </Stack>
    </Modal>
  )
}

function TimeLeft({ room }: { room: ExamRoom }) {
  const { part, whole } = useTimeLeft(room)
  return (
    <Text size="sm">
      The clock keeps running: <strong className="tabular">{formatRemaining(part)}</strong>
      {part === whole ? ' left.' : ' left in this section.'}
    </Text>
  )
}

/**
 * Asks for the password of the student taking the test, since nobody else can continue it.
 *
 * @param warns true if signing out loses answers
 */
function SignInAgain({ onDone, warns }: { onDone: () => void; warns: boolean }) {
  const [user] = useState(() => readSession()?.user)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => password.current?.focus(), [])

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = password.current?.value ?? ''
    setFailure(typed ? null : 'Password is required')
    if (!typed) return password.current?.focus()
    setBusy(true)
    const refused = await renewSession(user?.email ?? '', typed)
    setBusy(false)
    setFailure(refused)
    if (refused === null) onDone()
    else password.current?.select()
  }

  return (
    <form onSubmit={signIn} noValidate data-sign-in>
      <Stack gap="sm">
        <TextInput label="Email" type="email" autoComplete="username" readOnly value={user?.email ?? ''} />
        <PasswordInput
          ref={password}
          label="Password"
          autoComplete="current-password"
          data-autofocus
          error={failure}
          onChange={() => setFailure(null)}
        />
      </Stack>
      <ModalActions>
        <Group flex={1} gap="md">
          <Anchor
            component="button"
            type="button"
            size="sm"
            title={
              warns ? 'You will lose unsent answers: this browser can’t store them' : 'Your answers stay on this device'
            }
            onClick={() => clearSession('logout')}
          >
            Sign out
          </Anchor>
        </Group>
        <Button type="submit" disabled={busy} aria-busy={busy}>
          {busy ? 'Signing you in...' : 'Sign in and continue'}
        </Button>
      </ModalActions>
    </form>
  )
}
