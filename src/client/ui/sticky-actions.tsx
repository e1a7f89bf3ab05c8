import type { ReactNode } from 'react'
import classes from './modal.module.css'
import { ModalActions } from './modal-actions.tsx'

/** A long dialog's buttons, visible at any scroll position. On a phone, they would otherwise be below the fold. */
export const StickyActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.bar} data-bottom-bar>
    <ModalActions>{children}</ModalActions>
  </div>
)
