import classes from './modal.module.css'
import { ModalActions, type ModalActionsProps } from './modal-actions.tsx'

/** A long dialog's buttons, visible at any scroll position. On a phone, they would otherwise be below the fold. */
export const StickyActions = (props: ModalActionsProps) => (
  <div className={classes.bar} data-bottom-bar>
    <ModalActions {...props} />
  </div>
)
