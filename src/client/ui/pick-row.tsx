import { Checkbox, Group, Text } from '@mantine/core'
import { memo, type ReactNode, useId } from 'react'
import classes from './pick-row.module.css'

interface PickRowProps {
  title: string
  text: string
  /** A second line of text. */
  note?: string | undefined
  checked: boolean
  disabled: boolean
  /** The reason the row cannot be selected, or its current state. */
  badge?: ReactNode
  onToggle: () => void
}

/** A selectable row. The whole row is the checkbox's label. */
export const PickRow = memo(function PickRow(props: PickRowProps) {
  const { title, text, note, checked, disabled, badge, onToggle } = props
  const id = useId()
  return (
    <Group component="li" gap="sm" wrap="nowrap" px="md" className={classes.row} data-disabled={disabled || undefined}>
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} />
      <label htmlFor={id} className={`anywhere ${classes.label}`}>
        <Text span inherit fz="sm" fw={550}>
          {title}
        </Text>
        <Text span inherit c="dimmed" fz="xs" style={{ textWrap: 'balance' }}>
          {text}
        </Text>
        {note && (
          <Text span inherit c="dimmed" fz="xs" style={{ textWrap: 'balance' }}>
            {note}
          </Text>
        )}
      </label>
      {badge}
    </Group>
  )
})
