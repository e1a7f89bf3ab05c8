import { Select, Switch, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { onlyKnown } from '#client/lib/known.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { comparisons } from '#shared/coding/comparison.schema.ts'
import { comparisonTexts } from '../../model/judging-text.ts'
import { CheckerFields } from './checker-fields.tsx'
import { useDraft, useDraftError, useDraftField, useDraftStore } from './use-question-draft.ts'

const choices = comparisons.map((value) => ({ value, label: comparisonTexts[value].label }))

export const ComparisonFields = memo(function ComparisonFields() {
  const { value, onChange, ...field } = useDraftField('comparison')
  return (
    <FormSection title="How output is judged" text="Determines which output is correct for a test case.">
      <Select
        label="Comparison"
        description={comparisonTexts[value].text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices}
        value={value}
        {...field}
        onChange={onlyKnown(comparisons, onChange)}
      />
      {value === 'numbers' && (
        <div>
          <FormRow wide>
            <ToleranceField label="Absolute tolerance" field="absolute" />
            <ToleranceField label="Relative tolerance" field="relative" />
          </FormRow>
          <Text size="xs" c="dimmed" mt={6}>
            A number is correct if it is within either tolerance. If both are empty, each is 0.000001. If one is empty,
            it is 0.
          </Text>
        </div>
      )}
      {(value === 'tokens' || value === 'numbers') && <IgnoreCaseField />}
      {value === 'checker' && <CheckerFields kind="checker" />}
      {value === 'interactive' && <CheckerFields kind="interactor" />}
    </FormSection>
  )
})

/** A text field, because a number field cannot show 1e-9. */
function ToleranceField({ label, field }: { label: string; field: 'absolute' | 'relative' }) {
  const store = useDraftStore()
  const tolerance = useDraft(({ draft }) => draft.tolerance)
  const path = `tolerance.${field}`
  const error = useDraftError(path)
  return (
    <TextInput
      label={label}
      placeholder={tolerance.absolute.trim() === '' && tolerance.relative.trim() === '' ? '0.000001' : '0'}
      inputMode="decimal"
      maxLength={40}
      value={tolerance[field]}
      error={error}
      data-path={path}
      onChange={(event) => store.setField('tolerance', { ...tolerance, [field]: event.currentTarget.value })}
    />
  )
}

function IgnoreCaseField() {
  const { value, onChange, ...field } = useDraftField('ignore_case')
  return (
    <Switch
      label="Ignore upper and lower case"
      description="“Yes” and “YES” are equal."
      {...field}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
