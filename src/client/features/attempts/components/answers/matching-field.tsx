import { Box, NativeSelect, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import { hasMarkup, usePlainTexts } from '#client/ui/use-plain-texts.ts'
import type { MatchingBody, Part } from '#shared/bank/types/arranging.rules.ts'

type Pairs = Record<string, string>

interface MatchingFieldProps {
  question: MatchingBody
  /** Right ids by left id. */
  value: Pairs | null
  onAnswer: (value: Pairs) => void
}

/** Maximum length of text that a select shows in full on a phone. */
const shortText = 24

/** A select with all right parts for each left part. */
export function MatchingField({ question: { left, right }, value, onAnswer }: MatchingFieldProps) {
  const id = useId()
  const isListed = right.some(({ text }) => hasMarkup(text) || text.length > shortText)
  const texts = usePlainTexts(right.map(({ text }) => text))
  const options = right.map((part, at) => ({
    value: part.id,
    label: isListed ? `${at + 1}. ${texts[at]}` : (texts[at] ?? ''),
  }))
  const match = (from: string, to: string) => {
    const { [from]: _, ...others } = value ?? {}
    onAnswer(to === '' ? others : { ...others, [from]: to })
  }
  return (
    <Stack gap={10} role="group" aria-labelledby="question-text">
      {isListed && <Matches parts={right} />}
      {left.map((part) => (
        <Box key={part.id} className="card" p={14}>
          <Box id={`${id}-${part.id}`} mb={8}>
            <RichText text={part.text} inline />
          </Box>
          <NativeSelect
            size="lg"
            aria-labelledby={`${id}-${part.id}`}
            data={[{ value: '', label: 'Choose a match…' }, ...options]}
            value={value?.[part.id] ?? ''}
            onChange={(event) => match(part.id, event.currentTarget.value)}
          />
        </Box>
      ))}
    </Stack>
  )
}

/** The right parts in full, with the formatting that a select cannot show. */
function Matches({ parts }: { parts: readonly Part[] }) {
  const id = useId()
  return (
    <Box mb={8}>
      <Text id={id} c="dimmed" fz="sm" mb={4}>
        Matches
      </Text>
      <Stack component="ol" gap={6} aria-labelledby={id}>
        {parts.map((part, at) => (
          <Box key={part.id} component="li" display="flex" style={{ gap: 8 }}>
            <span className="tabular">{at + 1}.</span>
            <Box flex={1} miw={0}>
              <RichText text={part.text} inline />
            </Box>
          </Box>
        ))}
      </Stack>
    </Box>
  )
}
