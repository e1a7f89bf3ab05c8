import { Button } from '@mantine/core'
import { ModalActions } from './modal-actions.tsx'

interface FormActionsProps {
  submitLabel: string
  onCancel: () => void
  /** While it is sent. */
  busy: boolean
  /** It takes something away. */
  destructive?: boolean
}

/** The two buttons that end a form: Cancel, and the one that sends it. */
export const FormActions = ({ submitLabel, onCancel, busy, destructive }: FormActionsProps) => (
  <ModalActions>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
      {submitLabel}
    </Button>
  </ModalActions>
)
