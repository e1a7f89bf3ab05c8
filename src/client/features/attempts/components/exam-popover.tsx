import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, useId } from 'react'
import { useOpenDialog } from '#client/ui/modal-stack.ts'

interface ExamPopoverProps {
  opened: boolean
  onChange: (opened: boolean) => void
  width: number
  label?: string
  /** False keeps the focus in the exam, so that its shortcuts still work. */
  trapFocus?: boolean
  /** The button in the header that opens it. */
  chip: ReactElement
  children: ReactNode
}

/** Explains a button of the exam header. Escape closes it wherever the focus is. */
export function ExamPopover({ opened, onChange, width, label, trapFocus = true, chip, children }: ExamPopoverProps) {
  const id = useId()
  useOpenDialog(`${id}-dropdown`, opened, () => onChange(false))
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={onChange}
      width={width}
      position="bottom"
      shadow="sm"
      withArrow
      trapFocus={trapFocus}
      closeOnEscape={false}
    >
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown aria-label={label} maw="calc(100vw - 16px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
