import { Box, Group, Text, Textarea } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { type EssayAnswer, type EssayBody, maxEssay, wordsIn } from '#shared/bank/types/essay.rules.ts'

interface EssayFieldProps {
  question: EssayBody
  value: EssayAnswer | null
  onAnswer: (value: EssayAnswer) => void
}

/** A long text with its word count. */
export function EssayField({ question: { minWords, maxWords }, value, onAnswer }: EssayFieldProps) {
  const text = value?.text ?? ''
  const words = wordsIn(text)
  const isOver = maxWords !== null && words > maxWords
  return (
    <Box role="group" aria-labelledby="question-text">
      <Textarea
        label="Your answer"
        description={limitsText(minWords, maxWords)}
        size="lg"
        autosize
        minRows={8}
        maxLength={maxEssay}
        value={text}
        onChange={(event) => onAnswer({ text: event.currentTarget.value })}
      />
      <Group mt={6} gap={12} justify="space-between">
        <Text c={isOver ? 'var(--mantine-color-error)' : 'dimmed'} fz="sm" className="tabular">
          {plural(words, 'word')}
        </Text>
        <Text c="var(--mantine-color-error)" fz="sm" aria-live="polite">
          {isOver && `More than ${plural(maxWords, 'word')}`}
        </Text>
      </Group>
    </Box>
  )
}

function limitsText(min: number | null, max: number | null): string | undefined {
  if (min !== null && max !== null)
    return min === max ? `Write ${plural(min, 'word')}.` : `Write ${min} to ${max} words.`
  if (min !== null) return `Write at least ${plural(min, 'word')}.`
  return max === null ? undefined : `Write at most ${plural(max, 'word')}.`
}
