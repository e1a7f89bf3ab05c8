import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { ZodForm } from '#client/lib/form.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { bounds, difficulties, flatTestTypes, subjects, type TestForm, testDefaults } from '#shared/tests/schema.ts'
import type { TestDraft } from '../model/draft.ts'
import classes from './test-editor.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface TestFieldsProps {
  form: ZodForm<TestDraft, TestForm>
}

/** Everything about a test but its questions, in the order in which the schema refuses it. */
export function TestFields({ form }: TestFieldsProps) {
  /** The seed's rule: another type begins anew at Technical, unless it is Practice; its topics belonged to the old subject. */
  const changeType = (testType: string | null) => {
    const chosen = flatTestTypes.find((type) => type === testType)
    if (!chosen || chosen === form.values.testType) return
    form.setValues({
      testType: chosen,
      topics: [],
      ...(chosen !== 'Practice' && { subject: testDefaults.subject }),
    })
  }
  const changeSubject = (value: string | null) => {
    const subject = subjects.find((name) => name === value)
    if (subject && subject !== form.values.subject) form.setValues({ subject, topics: [] })
  }

  return (
    <>
      <FormSection title="Details" text="What students and colleges read about the test.">
        <TextInput label="Test name" required maxLength={200} {...form.getInputProps('testName')} />
        <Textarea
          label="Description"
          required
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('testDescription')}
        />
        <div className={classes.row}>
          <Select
            label="Type"
            required
            data={flatTestTypes}
            allowDeselect={false}
            {...form.getInputProps('testType')}
            onChange={changeType}
          />
          <Select
            label="Subject"
            required
            data={subjects}
            allowDeselect={false}
            {...form.getInputProps('subject')}
            onChange={changeSubject}
          />
          <Select
            label="Difficulty"
            required
            data={difficulties}
            allowDeselect={false}
            {...form.getInputProps('difficulty')}
          />
        </div>
      </FormSection>
      <FormSection
        title="Schedule"
        text={`When the test may be started, in your time zone (${zone}). Whoever starts in time gets the full duration.`}
      >
        <div className={classes.row}>
          <TextInput label="Start" type="datetime-local" required {...form.getInputProps('startDateTime')} />
          <TextInput label="End" type="datetime-local" required {...form.getInputProps('endDateTime')} />
        </div>
      </FormSection>
      <FormSection
        title="Size"
        text="How many questions, what each counts, and how long students have for all of them."
      >
        <div className={classes.row}>
          <NumberInput
            label="Number of questions"
            description={`${bounds.questions.min} to ${bounds.questions.max}`}
            required
            {...bounds.questions}
            {...whole}
            {...form.getInputProps('numberOfQuestions')}
          />
          <NumberInput
            label="Marks per question"
            description={`${bounds.marks.min} to ${bounds.marks.max}`}
            required
            {...bounds.marks}
            clampBehavior="none"
            decimalScale={2}
            allowNegative={false}
            {...form.getInputProps('marksPerQuestion')}
          />
          <NumberInput
            label="Duration in minutes"
            description={`${bounds.duration.min} to ${bounds.duration.max}`}
            required
            {...bounds.duration}
            {...whole}
            {...form.getInputProps('duration')}
          />
        </div>
      </FormSection>
    </>
  )
}

/** What is typed is kept and judged on saving, never silently changed. */
const whole = { clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const
