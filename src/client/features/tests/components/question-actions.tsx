import { Button, Text } from '@mantine/core'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import classes from './questions.module.css'

interface QuestionActionsProps {
  isNew: boolean
  /** True if another question can be written after this one. */
  another: boolean
  onCancel: () => void
  onAnother: () => void
}

/** The dialog's buttons. The last one submits its form. */
export const QuestionActions = ({ isNew, another, onCancel, onAnother }: QuestionActionsProps) => (
  <StickyActions>
    <Text span inherit me="auto" c="dimmed" fz="xs" className={classes.shortcut}>
      <kbd>Ctrl</kbd> + <kbd>Enter</kbd> saves
    </Text>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    {another && (
      <Button variant="default" onClick={onAnother}>
        Save and add another
      </Button>
    )}
    <Button type="submit">{isNew ? 'Add question' : 'Keep changes'}</Button>
  </StickyActions>
)
