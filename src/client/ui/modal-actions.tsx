import type { ReactNode } from 'react'
import classes from './modal-actions.module.css'

/** The row of buttons that ends a dialog: the quiet one first, the primary one last; on a phone they share its width. */
export const ModalActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>
