import { Popover, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './help-popover.module.css'

interface HelpPopoverProps {
  /** Visible label: `What is this?`, or a verdict that is explained. */
  label: string
  /** The explained term, for screen readers: `Cronbach's alpha`. */
  about: string
  children: ReactNode
}

/** Always below what it explains: above, a dialog's header would cover it. */
const always = { middlewares: { flip: false, shift: true } }

/** A label that shows an explanation on click. */
export const HelpPopover = ({ label, about, children }: HelpPopoverProps) => (
  // Not in a portal: a dialog traps the focus, and covers anything outside it.
  <Popover width={320} position="bottom-start" withinPortal={false} {...always} shadow="md" trapFocus returnFocus>
    <Popover.Target>
      <UnstyledButton className={classes.button} aria-label={`${about}: ${label}`}>
        <span>{label}</span>
        <IconInfoCircle size={14} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Popover.Target>
    {/* Escape closes only the popover, not the dialog around it. */}
    <Popover.Dropdown aria-label={about} tabIndex={-1} data-mantine-stop-propagation="true" className={classes.words}>
      {children}
    </Popover.Dropdown>
  </Popover>
)
