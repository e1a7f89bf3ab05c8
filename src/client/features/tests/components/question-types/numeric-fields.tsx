import { Select, TextInput } from '@mantine/core'
import { FormRow } from '#client/ui/form-section.tsx'
import { NumberField, TypedNumberInput } from '#client/ui/number-field.tsx'
import type { NumericMode, NumericValues } from '../../model/question-values.ts'
import { useQuestionForm } from './use-question-form.ts'

const modes: { value: NumericMode; label: string }[] = [
  { value: 'tolerance', label: 'Value with tolerance' },
  { value: 'range', label: 'Range' },
  { value: 'digits', label: 'Significant digits' },
]

interface NumericFieldsProps {
  /** Path of the fields' parent with a final dot: `gaps.0.`; empty for the question itself. */
  path?: string
  values: NumericValues
}

/** The correct number. Uses text fields, because number fields reject 1/3 and 1.6e-19. */
export function NumericFields({ path = '', values }: NumericFieldsProps) {
  const { begun, textField, valueField } = useQuestionForm()
  const { mode } = values
  return (
    <>
      <Select label="Correct answer" data={modes} {...valueField(`${path}mode`)} data-path={undefined} />
      {mode === 'range' ? (
        <FormRow>
          <TypedNumberInput label="Minimum" required {...textField(`${path}range.min`)} />
          <TypedNumberInput label="Maximum" required {...textField(`${path}range.max`)} />
        </FormRow>
      ) : (
        <FormRow>
          <TypedNumberInput label="Value" required {...textField(`${path}correctValue`)} />
          {mode === 'digits' && (
            <NumberField
              label="Significant digits"
              description="1 to 15"
              required
              inputMode="numeric"
              {...valueField(`${path}significantDigits`)}
            />
          )}
          {mode === 'tolerance' && (
            <>
              <TypedNumberInput label="Tolerance" placeholder="0" {...textField(`${path}tolerance`)} />
              <Select
                label="Tolerance is"
                data={[
                  { value: 'absolute', label: 'Absolute' },
                  { value: 'relative', label: 'Percent of the value' },
                ]}
                {...valueField(`${path}toleranceKind`)}
              />
            </>
          )}
        </FormRow>
      )}
      <TextInput
        label="Unit"
        description="Shown next to the answer. Students may type it or leave it out."
        placeholder="m/s"
        disabled={begun}
        {...textField(`${path}unit`)}
      />
    </>
  )
}
