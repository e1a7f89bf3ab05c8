import { Card, Radio, Select, Stack, Text } from '@mantine/core'
import { gapCountOf } from '../../model/gap-markers.ts'
import type { GapKind, GapValues } from '../../model/question-values.ts'
import { FieldGroup } from './field-group.tsx'
import { NumericFields } from './numeric-fields.tsx'
import { OptionRows } from './option-rows.tsx'
import { TextFields } from './text-fields.tsx'
import { useQuestionForm } from './use-question-form.ts'

const kinds: { value: GapKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'numeric', label: 'Number' },
  { value: 'choice', label: 'List of options' },
]

/** One card for each gap in the question's text. */
export function GapFields() {
  const { values, begun, errorOf } = useQuestionForm()
  // A stored question keeps its gaps, even if its text lacks their markers.
  const gaps = begun ? values.gaps : values.gaps.slice(0, gapCountOf(values.questionText))
  return (
    <FieldGroup label="Gaps" description="All gaps are worth the same." error={errorOf('gaps')}>
      {gaps.length === 0 && (
        <Text size="sm" c="dimmed">
          Mark gaps in the text with <code>{'{{1}}'}</code>, <code>{'{{2}}'}</code> and so on, or use “Insert gap”.
        </Text>
      )}
      {gaps.map((gap, at) => (
        // Gaps are identified by their number.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Card key={at} withBorder padding="sm">
          <FieldGroup label={`Gap ${at + 1}`}>
            <GapEditor gap={gap} path={`gaps.${at}`} />
          </FieldGroup>
        </Card>
      ))}
    </FieldGroup>
  )
}

function GapEditor({ gap, path }: { gap: GapValues; path: string }) {
  const { begun, set, errorOf, valueField } = useQuestionForm()
  return (
    <Stack gap="sm">
      <Select label="Answer type" data={kinds} disabled={begun} {...valueField(`${path}.kind`)} />
      {gap.kind === 'text' && <TextFields path={`${path}.`} values={gap} />}
      {gap.kind === 'numeric' && <NumericFields path={`${path}.`} values={gap} />}
      {gap.kind === 'choice' && (
        <Radio.Group
          label={begun ? 'Correct answer' : 'Options'}
          description={begun ? undefined : 'Mark the correct one.'}
          required
          value={gap.correctAnswer}
          error={errorOf(`${path}.correctAnswer`)}
          onChange={(letter) => set(`${path}.correctAnswer`, letter)}
        >
          <OptionRows
            path={`${path}.`}
            values={gap}
            onChange={(next) => set(path, next)}
            mark={(letter) => (
              <Radio
                value={letter}
                label={letter}
                aria-label={`Option ${letter} is correct`}
                {...(letter === 'A' && { 'data-path': `${path}.correctAnswer` })}
              />
            )}
          />
        </Radio.Group>
      )}
    </Stack>
  )
}
