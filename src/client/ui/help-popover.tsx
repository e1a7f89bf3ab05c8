import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './help-popover.module.css'
import { useOpenDialog } from './modal-stack.ts'

interface HelpPopoverProps {
  /** Visible label: `What is this?`, or the verdict being explained. */
  label: string
  /** The explained term, for screen readers: `Cronbach's alpha`. */
  about: string
  children: ReactNode
}

/** Always opens below the label: above it, a dialog's header would cover the explanation. */
const always = { middlewares: { flip: false, shift: true } }

/** A label that shows an explanation on click. Escape closes only the explanation, wherever focus is. */
export function HelpPopover({ label, about, children }: HelpPopoverProps) {
  const id = useId()
  const [opened, { close, toggle }] = useDisclosure()
  useOpenDialog(`${id}-dropdown`, opened, close)
  return (
    <Popover
      id={id}
      opened={opened}
      onDismiss={close}
      closeOnEscape={false}
      width={320}
      position="bottom-start"
      // Not in a portal: a dialog traps focus and covers anything outside it.
      withinPortal={false}
      {...always}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.button} aria-label={`${about}: ${label}`} onClick={toggle}>
          <span>{label}</span>
          <IconInfoCircle size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={about} tabIndex={-1} className={classes.words}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
