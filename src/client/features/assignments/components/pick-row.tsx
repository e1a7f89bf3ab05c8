import { Checkbox } from '@mantine/core'
import { memo, type ReactNode, useId } from 'react'
import classes from './pick-list.module.css'

interface PickRowProps {
  title: string
  text: string
  checked: boolean
  disabled: boolean
  /** Why it cannot be chosen, or what it is already. */
  badge?: ReactNode
  onToggle: () => void
}

/** One thing to tick in a list; the whole row is its label. */
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
