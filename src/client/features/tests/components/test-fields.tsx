import { Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { now } from '#client/lib/clock.ts'
import { isDateValue } from '#client/lib/date-text.ts'
import { plural } from '#client/lib/format.ts'
import { known, onlyKnown } from '#client/lib/known.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { endPresets, startPresets } from '#client/ui/date-presets.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { CountInput, NumberField } from '#client/ui/number-field.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import { difficulties, subjects, type TestType, testTypes } from '#shared/tests/tests.schema.ts'
import { topicsOf } from '#shared/tests/topics.rules.ts'
import { backToType, lostByType, withSubject, withType } from '../model/draft-changes.ts'
import { typeLabels } from '../model/type-labels.ts'
import { MarksInput } from './scheme-fields.tsx'
import { useDraftField, useDraftStore, useTextField } from './use-test-draft.ts'

const types = testTypes.map((value) => ({ value, label: typeLabels[value] }))

/** A test's details and schedule, in validation order. */
export const TestFields = memo(function TestFields() {
  return (
    <>
      <FormSection title="Details" text="Shown to students and colleges.">
        <NameField />
        <DescriptionField />
        <FormRow>
          <TypeField />
          <SubjectField />
          <DifficultyField />
        </FormRow>
        <CompanyField />
        <TopicsField />
      </FormSection>
      <FormSection
        title="Schedule"
        text="Set when students can start. Anyone who starts in time gets the full duration."
      >
        <FormRow>
          <StartField />
          <EndField />
        </FormRow>
      </FormSection>
    </>
  )
})

const NameField = () => <TextInput label="Test name" required maxLength={200} {...useTextField('testName')} />

const DescriptionField = () => (
  <Textarea label="Description" required minRows={3} maxRows={10} {...useTextField('testDescription')} />
)

function TypeField() {
  const store = useDraftStore()
  const confirm = useConfirm()
  const field = useDraftField('testType')
  const change = async (chosen: string | null) => {
    const next = known(testTypes, chosen)
    const before = store.read().draft
    if (!next || next === before.testType) return
    const lost = lostByType(before, next)
    if (lost > 0 && !(await confirm(typeQuestion(next, lost)))) return
    const undo = { text: `${plural(lost, 'question')} cleared by changing the type`, back: backToType(before) }
    store.change((draft) => withType(draft, next), lost > 0 ? undo : undefined)
  }
  return (
    <Select
      label="Type"
      description={
        isSectioned(field.value)
          ? 'Sections, each with its own time limit.'
          : 'One list of questions with one time limit.'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      data={types}
      disabled={store.begun}
      {...field}
      onChange={(chosen) => void change(chosen)}
    />
  )
}

const typeQuestion = (next: TestType, lost: number): ConfirmQuestion => ({
  title: `Change the type to ${typeLabels[next]}?`,
  message: isSectioned(next)
    ? `A test of this type is divided into sections. The ${plural(lost, 'question')} in its list will be cleared.`
    : `A test of this type has one list of questions. Its sections and their ${plural(lost, 'question')} will be cleared.`,
  consequences: 'Until you save, you can undo this.',
  confirmLabel: 'Change type',
})

function CompanyField() {
  const { value: testType } = useDraftField('testType')
  const field = useTextField('companyName')
  if (testType !== 'Specific Company Test') return null
  return (
    <TextInput
      label="Company name"
      description="The company this test is modelled on."
      required
      maxLength={200}
      {...field}
    />
  )
}

function SubjectField() {
  const store = useDraftStore()
  return (
    <Select
      label="Subject"
      required
      data={subjects}
      {...useDraftField('subject')}
      onChange={onlyKnown(subjects, (subject) => store.change((draft) => withSubject(draft, subject)))}
    />
  )
}

function DifficultyField() {
  const { onChange, ...field } = useDraftField('difficulty')
  return (
    <Select label="Difficulty" required data={difficulties} {...field} onChange={onlyKnown(difficulties, onChange)} />
  )
}

function TopicsField() {
  const { value: subject } = useDraftField('subject')
  const field = useDraftField('topics')
  return (
    <TagsInput
      label="Topics"
      description={`Choose ${subject} topics, or type one and press Enter.`}
      placeholder={field.value.length === 0 ? 'None yet' : ''}
      data={[...topicsOf[subject]]}
      maxTags={50}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all topics' }}
      {...field}
    />
  )
}

const StartField = () => (
  <DateField label="Start" withTime required presets={startPresets(now())} {...useDraftField('startDateTime')} />
)

function EndField() {
  const { value: typed } = useDraftField('startDateTime')
  const start = isDateValue(typed, true) ? typed : ''
  const presets = endPresets(start, now())
  return <DateField label="End" withTime required min={start} presets={presets} {...useDraftField('endDateTime')} />
}

export function SizeFields() {
  const { begun } = useDraftStore()
  const questions = useDraftField('numberOfQuestions')
  const marks = useDraftField('marksPerQuestion')
  const duration = useDraftField('duration')
  const bestOf = useDraftField('bestOf')
  return (
    <FormSection title="Size" text="Number of questions, marks per question and time limit.">
      <FormRow>
        <CountInput label="Number of questions" {...bounds.questions} {...questions} disabled={begun} />
        <MarksInput {...marks} disabled={begun} />
        <CountInput label="Duration in minutes" {...bounds.duration} {...duration} disabled={begun} />
        <NumberField
          label="Best answers that count"
          description="Empty for all"
          inputMode="numeric"
          {...bestOf}
          disabled={begun}
        />
      </FormRow>
    </FormSection>
  )
}
