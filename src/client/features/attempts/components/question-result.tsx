import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { type OptionLetter, optionLetters } from '#shared/tests/tests.schema.ts'
import { ExamImage } from './exam-image.tsx'
import classes from './report-view.module.css'

export interface QuestionOutcome {
  questionId: string
  questionText: string
  questionImageUrl: string | null
  optionImages: Partial<Record<OptionLetter, string>> | null
  options: Record<OptionLetter, string>
  studentAnswer: OptionLetter | null
  /** null, like the next field, while the answer key is withheld. */
  correctAnswer: OptionLetter | null
  isCorrect: boolean | null
  explanation: string | null
  /** `2 of 2 marks`, if marks are shown. */
  marks?: string
}

interface QuestionResultProps {
  item: QuestionOutcome
  number: number
  /** True if the reader is the student who answered. */
  own?: boolean
}

const badgeOf = ({ studentAnswer, isCorrect }: QuestionOutcome): { tone: Tone; label: string } =>
  studentAnswer === null
    ? { tone: 'neutral', label: 'Not answered' }
    : isCorrect === null
      ? { tone: 'info', label: 'Answered' }
      : isCorrect
        ? { tone: 'success', label: 'Correct' }
        : { tone: 'danger', label: 'Incorrect' }

/** One question after the test: the selected answer, the correct answer and the explanation. */
export function QuestionResult({ item, number, own = true }: QuestionResultProps) {
  const { studentAnswer, correctAnswer, explanation, marks } = item
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
        <StatusBadge {...badgeOf(item)} />
        {marks && (
          <Text span inherit ml="auto" c="dimmed" fz="sm" className="tabular">
            {marks}
          </Text>
        )}
      </Group>
      <RichText text={item.questionText} />
      {item.questionImageUrl && <ExamImage src={item.questionImageUrl} of={`question ${number}`} />}
      <Stack component="ul" gap={6} mt={12}>
        {optionLetters.map((letter) => (
          <Option
            key={letter}
            letter={letter}
            text={item.options[letter]}
            image={item.optionImages?.[letter]}
            of={`question ${number}, option ${letter}`}
            chosen={letter === studentAnswer}
            own={own}
            right={letter === correctAnswer}
            wrong={correctAnswer !== null && letter === studentAnswer && letter !== correctAnswer}
          />
        ))}
      </Stack>
      {explanation && (
        <Box mt={10} py={10} px={12} fz="sm" className={classes.explanation}>
          <strong>Explanation</strong>
          <RichText text={explanation} />
        </Box>
      )}
    </Box>
  )
}

interface OptionProps {
  letter: OptionLetter
  text: string
  image: string | undefined
  /** Title of the question. */
  of: string
  chosen: boolean
  own: boolean
  right: boolean
  wrong: boolean
}

function Option({ letter, text, image, of, chosen, own, right, wrong }: OptionProps) {
  const notes = [...(chosen ? [own ? 'Your answer' : 'Chosen'] : []), ...(right ? ['Correct answer'] : [])]
  return (
    <Group
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
        {right ? <IconCheck size={14} stroke={3} aria-hidden /> : null}
        {wrong ? <IconX size={14} stroke={3} aria-hidden /> : null}
        {letter}
      </Group>
      <Box flex={1} miw="60%">
        <RichText text={text} inline />
        {image && <ExamImage src={image} of={of} small />}
      </Box>
      {notes.length > 0 && (
        <Text span inherit c="var(--tone)" fz={12} fw={600} className="nowrap">
          {notes.join(', ')}
        </Text>
      )}
    </Group>
  )
}
