import { NativeSelect, Stack } from '@mantine/core'
import { usePlainTexts } from '#client/ui/use-plain-texts.ts'
import { choicesOf, type Gap } from '#shared/bank/types/gaps.rules.ts'
import { NumericInput, ShortTextInput } from './typed-fields.tsx'

interface GapsFieldProps {
  gaps: readonly Gap[]
  value: readonly string[] | null
  onAnswer: (value: string[]) => void
}

/** One field per gap in the question's text. */
export const GapsField = ({ gaps, value, onAnswer }: GapsFieldProps) => (
  <Stack gap={16} role="group" aria-labelledby="question-text">
    {gaps.map((gap, place) => (
      <GapField
        // biome-ignore lint/suspicious/noArrayIndexKey: gaps never change order
        key={place}
        gap={gap}
        label={`Gap ${place + 1}`}
        value={value?.[place] ?? ''}
        onChange={(text) => onAnswer(gaps.map((_, other) => (other === place ? text : (value?.[other] ?? ''))))}
      />
    ))}
  </Stack>
)

interface GapFieldProps<G extends Gap = Gap> {
  gap: G
  label: string
  /** Empty if unanswered. */
  value: string
  onChange: (value: string) => void
}

function GapField({ gap, ...props }: GapFieldProps) {
  if (gap.kind === 'text') return <ShortTextInput {...props} />
  return gap.kind === 'numeric' ? <NumericInput {...props} unit={gap.unit} /> : <ChoiceGap {...props} gap={gap} />
}

function ChoiceGap({ gap, onChange, ...props }: GapFieldProps<Extract<Gap, { kind: 'choice' }>>) {
  const choices = choicesOf(gap)
  const texts = usePlainTexts(choices.map(({ text }) => text))
  return (
    <NativeSelect
      {...props}
      size="lg"
      data={[
        { value: '', label: 'Choose…' },
        ...choices.map(({ letter }, at) => ({ value: letter as string, label: texts[at] ?? '' })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
