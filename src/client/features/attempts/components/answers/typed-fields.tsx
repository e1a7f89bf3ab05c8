import { ActionIcon, Box, Group, Input, Text, TextInput } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useId } from 'react'
import { readingOf } from '#shared/bank/types/numeric.rules.ts'
import { maxShortText } from '#shared/bank/types/text.rules.ts'

/** Suggestions and corrections would change answers, or give them away. */
const exact = { autoComplete: 'off', autoCorrect: 'off', autoCapitalize: 'off', spellCheck: false } as const

interface LabelledInputProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export const ShortTextInput = ({ onChange, ...props }: LabelledInputProps) => (
  <TextInput
    {...exact}
    {...props}
    size="lg"
    maxLength={maxShortText}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const withSignChanged = (text: string) => (text.trimStart().startsWith('-') ? text.replace('-', '') : `-${text}`)

/** A text field for a number, because students may type fractions, powers of ten and units. Shows the parsed number. */
export function NumericInput({ label, unit, value, onChange }: LabelledInputProps & { unit: string | null }) {
  const id = useId()
  return (
    <Box>
      <Input.Label htmlFor={id} size="lg">
        {label}
        {unit && <span className="visually-hidden"> in {unit}</span>}
      </Input.Label>
      <Group gap={8} wrap="nowrap">
        <TextInput
          {...exact}
          id={id}
          size="lg"
          flex={1}
          miw={0}
          inputMode="decimal"
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {unit && (
          <Text maw="40%" className="anywhere" aria-hidden>
            {unit}
          </Text>
        )}
        {/* Some phones' decimal keyboards have no minus sign. */}
        <ActionIcon
          size={50}
          variant="default"
          aria-label={`Change the sign of ${label.toLowerCase()}`}
          onClick={() => onChange(withSignChanged(value))}
        >
          <IconPlusMinus size={20} />
        </ActionIcon>
      </Group>
      <Text mt={6} mih="1.5em" c="dimmed" fz="sm" className="anywhere" aria-live="polite">
        {readingText(unit, value)}
      </Text>
    </Box>
  )
}

function readingText(unit: string | null, value: string): string {
  if (value.trim() === '') return ''
  const reading = readingOf(unit, value)
  if (reading !== null) return `Read as ${reading}`
  return unit ? `Enter a number in ${unit}` : 'Enter a number'
}

interface NumericFieldProps {
  unit: string | null
  value: string | number | null
  onAnswer: (value: string) => void
}

export const NumericField = ({ unit, value, onAnswer }: NumericFieldProps) => (
  <Box role="group" aria-labelledby="question-text">
    <NumericInput label="Your answer" unit={unit} value={String(value ?? '')} onChange={onAnswer} />
  </Box>
)

interface ShortTextFieldProps {
  value: string | null
  onAnswer: (value: string) => void
}

export const ShortTextField = ({ value, onAnswer }: ShortTextFieldProps) => (
  <Box role="group" aria-labelledby="question-text">
    <ShortTextInput label="Your answer" value={value ?? ''} onChange={onAnswer} />
  </Box>
)
