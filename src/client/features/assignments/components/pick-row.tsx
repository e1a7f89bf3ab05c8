import { Checkbox } from '@mantine/core'
import { memo, type ReactNode, useId } from 'react'
import classes from './pick-list.module.css'

interface PickRowProps {
  title: string
  text: string
  checked: boolean
  disabled: boolean
  /** Why the row cannot be selected, or its current state. */
  badge?: ReactNode
  onToggle: () => void
}

/** A selectable row. The whole row is the checkbox's label. */
export const PickRow = memo(function PickRow({ title, text, checked, disabled, badge, onToggle }: PickRowProps) {
  const id = useId()
  return (
    <li className={classes.row} data-disabled={disabled || undefined}>
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} />
      <label htmlFor={id} className={classes.label}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
      </label>
      {badge}
    </li>
  )
})
