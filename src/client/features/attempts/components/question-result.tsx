import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import { optionLetters } from '#shared/tests/tests.schema.ts'
import { ExamImage } from './exam-image.tsx'
import { outcomeLabel } from './report-text.ts'
import classes from './report-view.module.css'

type Item = Report['questionAnalysis'][number]

interface QuestionResultProps {
  item: Omit<Item, 'sectionName' | 'marks' | 'marksObtained'>
  number: number
  /** `2 of 2 marks`. */
  marks?: string
  /** True if the reader is the student who answered. */
  own?: boolean
}

const tones = { 'Not answered': 'neutral', Answered: 'info', Correct: 'success', Incorrect: 'danger' } as const

/** One question in the results: the selected answer, the correct answer and the explanation. */
export function QuestionResult({ item, number, marks, own = true }: QuestionResultProps) {
  const { studentAnswer, correctAnswer, explanation } = item
  const outcome = outcomeLabel(item)
  return (
    <Box
      component="article"
      py={{ base: 14, sm: 16 }}
      px={{ base: 14, sm: 20 }}
      className="card"
      aria-label={`Question ${number}`}
    >
      <Group gap={8} mb={8}>
        <Text component="h3" fz="sm" fw={600}>
          Question {number}
        </Text>
        <StatusBadge tone={tones[outcome]} label={outcome} />
        {marks && (
          <Text span inherit ml="auto" c="dimmed" fz="sm" className="tabular">
            {marks}
          </Text>
        )}
      </Group>
      <RichText text={item.questionText} />
      {item.questionImageUrl && <ExamImage src={item.questionImageUrl} of={`question ${number}`} />}
      <Stack component="ul" gap={6} mt={12}>
        {optionLetters.map((letter) => {
          const chosen = letter === studentAnswer
          const right = letter === correctAnswer
          const wrong = correctAnswer !== null && chosen && !right
          const notes = [...(chosen ? [own ? 'Your answer' : 'Chosen'] : []), ...(right ? ['Correct answer'] : [])]
          const image = item.optionImages?.[letter]
          return (
            <Group
              key={letter}
              component="li"
              gap="2px 10px"
              align="baseline"
              py={7}
              px={12}
              fz="sm"
              className={classes.option}
              data-chosen={chosen || undefined}
              data-right={right || undefined}
              data-wrong={wrong || undefined}
            >
              <Group component="span" gap={3} wrap="nowrap" align="baseline" fw={600} className={classes.letter}>
                {right && <IconCheck size={14} stroke={3} aria-hidden />}
                {wrong && <IconX size={14} stroke={3} aria-hidden />}
                {letter}
              </Group>
              <Box flex={1} miw="60%">
                <RichText text={item.options[letter]} inline />
                {image && <ExamImage src={image} of={`question ${number}, option ${letter}`} small />}
              </Box>
              {notes.length > 0 && (
                <Text span inherit c="var(--tone)" fz={12} fw={600} className="nowrap">
                  {notes.join(', ')}
                </Text>
              )}
            </Group>
          )
        })}
      </Stack>
      {explanation && (
        <Box mt={10} py={10} px={12} fz="sm" bg="var(--surface-raised)" bdrs="md">
          <strong>Explanation</strong>
          <RichText text={explanation} />
        </Box>
      )}
    </Box>
  )
}
