import { Checkbox, Group, Text } from '@mantine/core'
import { memo, type ReactNode, useId } from 'react'
import classes from './assigned.module.css'

interface PickRowProps {
  title: string
  text: string
  checked: boolean
  disabled: boolean
  /** The reason the row cannot be selected, or its current state. */
  badge?: ReactNode
  onToggle: () => void
}

/** A selectable row. The whole row is the checkbox's label. */
export const PickRow = memo(function PickRow({ title, text, checked, disabled, badge, onToggle }: PickRowProps) {
  const id = useId()
  return (
    <Group component="li" gap="sm" wrap="nowrap" px="md" className={classes.row} data-disabled={disabled || undefined}>
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} />
      <label htmlFor={id} className={`anywhere ${classes.label}`}>
        <Text span inherit fz="sm" fw={550}>
          {title}
        </Text>
        <Text span inherit c="dimmed" fz="xs" className={classes.text}>
          {text}
        </Text>
      </label>
      {badge}
    </Group>
  )
})
