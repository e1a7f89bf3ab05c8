import { Button, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'

export interface ConfirmQuestion {
  title: string
  /** Names what happens, and to what. */
  message: string
  /** What is lost for good, if anything. */
  loses?: string
  confirmLabel: string
  cancelLabel?: string
  /** Red button. True unless said otherwise. */
  destructive?: boolean
}

interface ConfirmModalProps extends ConfirmQuestion {
  opened: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, title, message, loses, confirmLabel, cancelLabel = 'Cancel', destructive = true } = props
  return (
    <Modal opened={opened} onClose={props.onCancel} title={title} size="sm">
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {loses && (
          <Text size="sm" c="dimmed">
            {loses}
          </Text>
        )}
      </Stack>
      <ModalActions>
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={destructive ? 'red' : undefined} loading={props.busy ?? false} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </ModalActions>
    </Modal>
  )
}

type Ask = (question: ConfirmQuestion) => Promise<boolean>
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`, then `if (await confirm({title, message, confirmLabel})) …`. */
export const useConfirm = () => use(ConfirmContext)

/** Holds the one question that may be open. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null)
  const [opened, setOpened] = useState(false)
  const settle = useRef<(answer: boolean) => void>(undefined)

  const ask = useCallback<Ask>((next) => {
    settle.current?.(false)
    setQuestion(next)
    setOpened(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  const answer = (yes: boolean) => {
    // The words stay while the dialog fades out.
    setOpened(false)
    settle.current?.(yes)
    settle.current = undefined
  }

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <ConfirmModal {...question} opened={opened} onConfirm={() => answer(true)} onCancel={() => answer(false)} />
      )}
    </ConfirmContext>
  )
}
