import { Button } from '@mantine/core'
import { ModalActions } from './modal-actions.tsx'

interface FormActionsProps {
  submitLabel: string
  onCancel: () => void
  busy: boolean
  /** True if submitting deletes something. */
  destructive?: boolean
}

/** The two buttons at the end of a form: cancel and submit. */
export const FormActions = ({ submitLabel, onCancel, busy, destructive }: FormActionsProps) => (
  <ModalActions onCancel={onCancel}>
    <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
      {submitLabel}
    </Button>
  </ModalActions>
)
