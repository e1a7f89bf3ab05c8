import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import classes from './form.module.css'

interface FormChoiceProps<Value extends string> {
  label: string
  /** Identifies the field so that the form can focus it. */
  path: string
  words: Partial<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
  /** Description of the choice. */
  text?: string
  error?: ReactNode
}

/** Selects one of a few options, all visible at once. */
export function FormChoice<Value extends string>(props: FormChoiceProps<Value>) {
  const { label, path, words, value, onChange, text, error } = props
  const choices = Object.entries<string | undefined>(words).map(([word, shown]) => ({
    value: word as Value,
    label: shown ?? word,
  }))
  return (
    <div data-path={path} tabIndex={-1} className={classes.field}>
      <Text component="div" mb={4} fz="sm" fw={550} aria-hidden>
        {label}
      </Text>
      <ChoiceChips label={label} choices={choices} value={value} onChange={(next) => next && onChange(next)} />
      {text && (
        <Text component="div" mt={6} c="dimmed" fz="xs">
          {text}
        </Text>
      )}
      <Text component="div" mt={5} c="var(--mantine-color-error)" fz="xs" role="alert" className="anywhere">
        {error}
      </Text>
    </div>
  )
}
