import { NumberInput } from '@mantine/core'
import { bounds } from '#shared/tests/form.schema.ts'

interface NumberFieldProps {
  value: number | string
  onChange: (value: number | string) => void
  error: string | undefined
  'data-path': string
  disabled: boolean
}

export const wholeNumber = { min: 1, allowDecimal: false, allowNegative: false } as const
export const percentNumber = { min: 0, max: 100, decimalScale: 2, allowNegative: false } as const

/** A whole-number field. Keeps whatever is typed, and validates it on save. */
export const CountInput = ({ min, max, ...field }: NumberFieldProps & { label: string; min: number; max: number }) => (
  <NumberInput
    description={`${min} to ${max}`}
    required
    min={min}
    max={max}
    allowDecimal={false}
    allowNegative={false}
    {...field}
  />
)

export const MarksInput = (field: NumberFieldProps) => (
  <NumberInput
    label="Marks per question"
    description={`${bounds.marks.min} to ${bounds.marks.max}`}
    required
    {...bounds.marks}
    decimalScale={2}
    allowNegative={false}
    {...field}
  />
)
