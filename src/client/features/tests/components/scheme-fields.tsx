import { Select, Switch } from '@mantine/core'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { NumberField, type NumberFieldProps, TypedNumberInput } from '#client/ui/number-field.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import { floors } from '#shared/tests/scheme.rules.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import { useDraft, useDraftField, useDraftStore } from './use-test-draft.ts'

const floorLabels = {
  none: 'None: scores can be negative',
  section: 'Each section',
  test: 'The whole test',
} as const

/** Penalty, floor, pass mark and shuffling. */
export function SchemeFields() {
  const { begun } = useDraftStore()
  const { onChange: setPenalty, ...penalty } = useDraftField('penalty')
  const { value: floor, onChange: setFloor } = useDraftField('floor')
  const passMark = useDraftField('passMark')
  const { value: shufflesQuestions, onChange: shuffleQuestions } = useDraftField('shuffleQuestions')
  const { value: shufflesOptions, onChange: shuffleOptions } = useDraftField('shuffleOptions')
  const hasSections = isSectioned(useDraft(({ draft }) => draft.testType))
  const offered = floors.filter((value) => value !== 'section' || hasSections)
  return (
    <FormSection title="Marking scheme" text="Penalties, the pass mark, and the order of questions.">
      <FormRow>
        <TypedNumberInput
          label="Penalty for a wrong answer"
          description="Marks, or a fraction such as 1/3"
          placeholder="None"
          inputMode="text"
          {...penalty}
          disabled={begun}
          onChange={(event) => setPenalty(event.currentTarget.value)}
        />
        <Select
          label="Floor at zero"
          description="Penalties stop at zero"
          data={offered.map((value) => ({ value, label: floorLabels[value] }))}
          value={offered.includes(floor) ? floor : 'test'}
          disabled={begun}
          onChange={(value) => value && setFloor(value)}
        />
        <NumberField label="Pass mark in percent" description="0 to 100" {...passMark} />
      </FormRow>
      <Switch
        label="Shuffle questions"
        description="Each student gets a different order. Neighbours with the same shared text or image stay together."
        checked={shufflesQuestions}
        disabled={begun}
        onChange={(event) => shuffleQuestions(event.currentTarget.checked)}
      />
      <Switch
        label="Shuffle options"
        description="Each student gets a different order. Reports show both letters."
        checked={shufflesOptions}
        disabled={begun}
        onChange={(event) => shuffleOptions(event.currentTarget.checked)}
      />
    </FormSection>
  )
}

/** Marks per question of a test or section. */
export const MarksInput = (field: NumberFieldProps) => (
  <NumberField
    label="Marks per question"
    description={`${bounds.marks.min} to ${bounds.marks.max}`}
    required
    {...field}
  />
)
