import {
  Box,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { onlyKnown } from '#client/lib/known.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { codingBounds, codingDifficulties } from '#shared/coding/coding.schema.ts'
import { languageNames, languages } from '#shared/coding/languages.rules.ts'
import { difficultyLabels } from '../../model/coding-text.ts'
import { cleanTags } from '../../model/question-draft.ts'
import { compilerOf, reasonAgainst, useLanguages } from '../../queries.ts'
import { StatementPdf } from '../problem-statement.tsx'
import classes from './editor.module.css'
import { useDraftField, useTextField } from './use-question-draft.ts'

const difficulties = codingDifficulties.map((value) => ({ value, label: difficultyLabels[value] }))

/** The question's fields, in validation order. */
export const QuestionFields = memo(function QuestionFields({ id }: { id: string | undefined }) {
  return (
    <>
      <FormSection title="Details" text="Shown in lists and search.">
        <TextInput label="Title" required maxLength={200} {...useTextField('title')} />
        <FormRow wide>
          <DifficultyField />
          <TagsField />
        </FormRow>
        <PracticeField />
      </FormSection>
      <FormSection title="Statement" text="Shown to students. Markdown, with formulas between $ signs.">
        {id !== undefined && <PdfField id={id} />}
        <MarkdownField label="Description" field="description" required minRows={8} maxRows={24} />
        <FormRow wide>
          <MarkdownField label="Input format" field="input_format" minRows={3} maxRows={10} />
          <MarkdownField label="Output format" field="output_format" minRows={3} maxRows={10} />
        </FormRow>
        <MarkdownField
          label="Constraints"
          field="constraints"
          minRows={3}
          maxRows={10}
          description="For example: - $1 \le n \le 10^5$"
        />
      </FormSection>
      <FormSection
        title="Example"
        text="Shown with the statement, above the sample test cases. Not judged. Leave it empty if the samples are enough."
      >
        <FormRow wide>
          <SampleField label="Sample input" field="sample_input" />
          <SampleField label="Sample output" field="sample_output" />
        </FormRow>
        <MarkdownField label="Explanation" field="explanation" minRows={2} maxRows={10} />
      </FormSection>
      <FormSection title="Languages and limits" text="The limits apply to each test case.">
        <LanguagesField />
        <FormRow wide>
          <LimitField label="Time limit (ms)" field="time_limit" {...codingBounds.timeLimit} />
          <LimitField label="Memory limit (MB)" field="memory_limit" {...codingBounds.memoryLimit} />
        </FormRow>
      </FormSection>
    </>
  )
})

/** The PDF of an imported statement, which can only be removed. */
function PdfField({ id }: { id: string }) {
  const { value, onChange } = useDraftField('statement_pdf')
  if (value === undefined) return null
  return (
    <Group gap="xs">
      {value ? <StatementPdf id={id} /> : <Text size="sm">The PDF of the statement is removed when you save.</Text>}
      <Button variant="subtle" color={value ? 'red' : undefined} onClick={() => onChange(!value)}>
        {value ? 'Remove PDF' : 'Keep PDF'}
      </Button>
    </Group>
  )
}

function DifficultyField() {
  const { onChange, ...field } = useDraftField('difficulty')
  return (
    <Select
      label="Difficulty"
      required
      data={difficulties}
      {...field}
      onChange={onlyKnown(codingDifficulties, onChange)}
    />
  )
}

function TagsField() {
  const { onChange, ...field } = useDraftField('tags')
  return (
    <TagsInput
      label="Tags"
      description="Press Enter after each."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={field.value.length === 0 ? 'None yet' : ''}
      maxTags={codingBounds.tags.max}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all tags' }}
      {...field}
      onChange={(tags) => onChange(cleanTags(tags))}
    />
  )
}

/** Off by default, so a question written for an exam cannot be practised beforehand. */
function PracticeField() {
  const { value, onChange, ...field } = useDraftField('practice')
  return (
    <Switch
      label="Available for practice"
      description="Students can practise this question when no upcoming or running test uses it. Turn it off for exam-only questions."
      {...field}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

const SampleField = ({ label, field }: { label: string; field: 'sample_input' | 'sample_output' }) => (
  <Textarea
    autosize={false}
    label={label}
    rows={4}
    resize="vertical"
    spellCheck={false}
    classNames={{ input: 'code-input' }}
    {...useTextField(field)}
  />
)

/** The allowed languages. Any can be selected; those that this machine cannot judge are marked. */
function LanguagesField() {
  const { value, error, onChange } = useDraftField('supported_languages')
  const { data: statuses } = useLanguages()
  return (
    <Checkbox.Group
      label="Languages"
      required
      value={value}
      error={error}
      onChange={(chosen) => onChange(languages.filter((language) => chosen.includes(language)))}
    >
      <SimpleGrid minColWidth="min(230px, 100%)" verticalSpacing="sm" mt={6}>
        {languages.map((language, at) => {
          const status = statuses?.find((known) => known.language === language)
          const reason = reasonAgainst(statuses, language)
          return (
            <Checkbox
              key={language}
              value={language}
              label={languageNames[language]}
              description={
                !status ? undefined : reason === undefined ? (
                  compilerOf(statuses, language) || 'Available on this machine'
                ) : (
                  <Box component="span" c="var(--caution)">
                    Not on this machine: {reason}
                  </Box>
                )
              }
              {...(at === 0 && { 'data-path': 'supported_languages' })}
            />
          )
        })}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

interface LimitFieldProps {
  label: string
  field: 'time_limit' | 'memory_limit'
  min: number
  max: number
  step: number
}

/** Keeps the typed text and validates on save. Never changes the value silently. */
const LimitField = ({ label, field, min, max, step }: LimitFieldProps) => (
  <NumberField
    label={label}
    description={`${min.toLocaleString()} to ${max.toLocaleString()}, in steps of ${step}`}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    required
    inputMode="numeric"
    {...useDraftField(field)}
  />
)

interface MarkdownFieldProps {
  label: string
  field: Parameters<typeof useTextField>[0]
  description?: string
  required?: boolean
  minRows: number
  maxRows: number
}

/** A Markdown field, with a preview of the student view below or beside it. */
function MarkdownField({ label, field, required = false, ...rows }: MarkdownFieldProps) {
  const props = useTextField(field)
  const seen = useDeferredValue(props.value)
  return (
    <div className={classes.markdown} data-large={required || undefined}>
      <Textarea label={label} required={required} {...rows} {...props} />
      {(seen.trim() !== '' || required) && (
        <Box
          component="section"
          miw={0}
          px={12}
          pt={8}
          pb={10}
          fz="sm"
          className={classes.preview}
          aria-label={`Preview: ${label}`}
        >
          <Text span inherit display="block" mb={4} c="dimmed" fz="xs" aria-hidden>
            Preview
          </Text>
          {seen.trim() === '' ? (
            <Text size="sm" c="dimmed">
              The preview appears here as you write.
            </Text>
          ) : (
            <RichText text={seen} figures />
          )}
        </Box>
      )}
    </div>
  )
}
