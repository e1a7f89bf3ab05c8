import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { noteOn, numberOf } from '#client/lib/typed-numbers.ts'

/** A text field for a number, which shows how the number is read, or why it is refused. */
export function TypedNumberInput({ value, error, ...field }: TextInputProps & { value: string }) {
  const { refusal, reading } = noteOn(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={value}
      error={refusal ?? error}
      inputContainer={(input) => (
        <>
          {input}
          <Text role="status" fz="xs" c="dimmed" mt={reading ? 4 : 0}>
            {reading && `Read as ${reading}`}
          </Text>
        </>
      )}
    />
  )
}

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string | undefined
  /** Called with the number, or with text that is not a number yet. */
  onChange: (value: number | string) => void
}

/**
 * A number field that keeps whatever is typed, and validates it on save. Mantine's `NumberInput` drops separators: 1,5
 * would become 15.
 */
export function NumberField({ value = '', onChange, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <TypedNumberInput
      {...field}
      value={numberOf(typed) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(numberOf(currentTarget.value))
      }}
    />
  )
}

/** A required whole number. */
export const CountInput = ({ min, max, ...field }: NumberFieldProps & { min: number; max: number }) => (
  <NumberField description={`${min} to ${max}`} required inputMode="numeric" {...field} />
)
