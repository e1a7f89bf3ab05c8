import { Button, Progress, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { type DialogProps, Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'
import { Warning } from './warning.tsx'

interface TypedConfirmProps extends DialogProps {
  title: string
  /** Describes exactly what will be lost. */
  children: ReactNode
  /** The exact text to type. */
  phrase: string
  /** A name for the phrase: `the college code`. */
  phraseName: string
  confirmLabel: string
  /** Shown while the action runs, which may take seconds. */
  busyText: string
  /** Runs the action. Errors it throws are shown in the dialog. */
  onConfirm: (typed: string) => Promise<void>
}

/** Confirms an action too serious for a single click. The dialog cannot be closed while the action runs. */
export function TypedConfirm(props: TypedConfirmProps) {
  const { opened, title, children, phrase, phraseName, confirmLabel, busyText, onConfirm, onClose } = props
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const matches = typed.trim() === phrase

  const confirm = async () => {
    if (!matches || busy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await onConfirm(typed.trim())
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const wrongPhrase = refusal === undefined ? undefined : fieldErrorsOf(refusal).confirm

  return (
    <Modal opened={opened} onClose={onClose} title={title} busy={busy}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Stack gap="md">
          {children}
          <TextInput
            label={
              <>
                Type {phraseName} <strong style={{ userSelect: 'all' }}>{phrase}</strong> to confirm
              </>
            }
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setRefusal(undefined)
            }}
            error={wrongPhrase}
            disabled={busy}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
          />
          {refusal !== undefined && !wrongPhrase && (
            <Warning color="red" role="alert">
              {messageOf(refusal)}
            </Warning>
          )}
          {busy && (
            <div role="status">
              <Progress value={100} animated color="red" size="sm" aria-label={busyText} />
              <Text size="sm" c="dimmed" mt={6}>
                {busyText}
              </Text>
            </div>
          )}
        </Stack>
        <ModalActions onCancel={onClose} busy={busy}>
          <Button type="submit" color="red" disabled={!matches} loading={busy}>
            {confirmLabel}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
