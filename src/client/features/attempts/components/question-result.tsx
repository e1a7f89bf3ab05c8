import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PaperParts } from '#client/features/tests/components/paper-parts.tsx'
import { paperText } from '#client/features/tests/model/paper-text.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import { bodyOf } from '#shared/bank/question-parts.rules.ts'
import type { ShownFields } from '#shared/bank/questions.schema.ts'
import { lettersOf } from '#shared/bank/types/choice.rules.ts'
import { namedOptions } from '../model/answer-lines.ts'
import { AnswerText } from './answer-text.tsx'
import { AttachedFiles } from './attached-files.tsx'
import { ExamImage } from './exam-image.tsx'
import { lettersText, marksText, outcomeLabel, rulingText } from './report-text.ts'
import classes from './report-view.module.css'

type Analysed = Report['questionAnalysis'][number]
type Item = Pick<
  Analysed,
  'questionText' | 'questionImageUrl' | 'studentAnswer' | 'correctAnswer' | 'isCorrect' | 'explanation'
> &
  Partial<Pick<Analysed, 'attached' | 'comment' | 'levels' | 'ruling' | 'testLetters'>> & {
    marksObtained?: number | null
  } & ShownFields

interface QuestionResultProps {
  attemptId: string
  item: Item
  number: number
  /** `2 of 2 marks`. */
  marks?: string
  /** True if the viewer is the student who answered. */
  own?: boolean
  /** Shown at the end. */
  children?: ReactNode
}

const tones = {
  'Not answered': 'neutral',
  Answered: 'info',
  Correct: 'success',
  'Partly correct': 'warning',
  Incorrect: 'danger',
  Dropped: 'neutral',
} as const

/** One question in the results: the selected answer, the correct answer and the explanation. */
export function QuestionResult({ attemptId, item, number, marks, own = true, children }: QuestionResultProps) {
  const { explanation } = item
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
        {marks && item.ruling !== 'dropped' && (
          <Text span inherit ml="auto" c="dimmed" fz="sm" className="tabular">
            {marks}
          </Text>
        )}
      </Group>
      <RichText text={paperText(item.type, item.questionText)} />
      {item.questionImageUrl && <ExamImage src={item.questionImageUrl} of={`question ${number}`} />}
      {isChoice(item) ? (
        <Options item={item} number={number} own={own} />
      ) : (
        <Answers attemptId={attemptId} item={item} own={own} outcome={outcome} />
      )}
      {item.testLetters && (
        <Text mt={8} fz="xs" c="dimmed">
          {lettersText(item.testLetters)}
        </Text>
      )}
      {item.ruling && (
        <Text mt={10} fz="sm" fw={550}>
          {rulingText[item.ruling]}
        </Text>
      )}
      {item.levels && (
        <Box
          component="dl"
          mt={10}
          py={10}
          px={12}
          fz="sm"
          bg="var(--surface-raised)"
          bdrs="md"
          className={classes.levels}
        >
          {item.levels.map(({ criterion, label, marks: earned, most }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rubric is only displayed, so its criteria never move
            <div key={place}>
              <dt>{criterion}</dt>
              <dd>
                <span className="anywhere">{label}</span>
                <span className="tabular nowrap">{marksText(earned, most)}</span>
              </dd>
            </div>
          ))}
        </Box>
      )}
      {item.comment && (
        <Box mt={10} py={10} px={12} fz="sm" bg="var(--surface-raised)" bdrs="md" className="anywhere">
          <strong>Comment</strong>
          <div className={classes.answer}>{item.comment}</div>
        </Box>
      )}
      {explanation && (
        <Box mt={10} py={10} px={12} fz="sm" bg="var(--surface-raised)" bdrs="md">
          <strong>Explanation</strong>
          <RichText text={explanation} />
        </Box>
      )}
      {children}
    </Box>
  )
}

const isChoice = ({ type = 'single' }: Item) => type === 'single' || type === 'multiple' || type === 'boolean'

interface ShownOption {
  /** The option's name in an answer's text. */
  name: string
  letter?: string
  text: string
  image?: string | undefined
}

function optionsOf(item: Item): ShownOption[] {
  if (!('options' in item)) return ['True', 'False'].map((name) => ({ name, text: name }))
  return lettersOf(item).map((letter) => ({
    name: letter,
    letter,
    text: item.options[letter] ?? '',
    image: item.optionImages?.[letter],
  }))
}

/** The options, with the chosen and correct ones marked. */
function Options({ item, number, own }: { item: Item; number: number; own: boolean }) {
  const chosenOnes = namedOptions(item.studentAnswer)
  const rightOnes = namedOptions(item.correctAnswer)
  return (
    <Stack component="ul" gap={6} mt={12}>
      {optionsOf(item).map(({ name, letter, text, image }) => {
        const chosen = chosenOnes.includes(name)
        const right = rightOnes.includes(name)
        const wrong = item.correctAnswer !== null && chosen && !right
        const notes = [...(chosen ? [own ? 'Your answer' : 'Chosen'] : []), ...(right ? ['Correct answer'] : [])]
        return (
          <Group
            key={name}
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
            {(letter || right || wrong) && (
              <Group component="span" gap={3} wrap="nowrap" align="baseline" fw={600} className={classes.letter}>
                {right && <IconCheck size={14} stroke={3} aria-hidden />}
                {wrong && <IconX size={14} stroke={3} aria-hidden />}
                {letter}
              </Group>
            )}
            <Box flex={1} miw="60%">
              <RichText text={text} inline />
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
  )
}

interface AnswersProps extends Pick<QuestionResultProps, 'attemptId' | 'item'> {
  own: boolean
  outcome: keyof typeof tones
}

/** The question's parts, the answer given and the correct one, as text. */
function Answers({ attemptId, item, own, outcome }: AnswersProps) {
  const { studentAnswer, correctAnswer, attached } = item
  return (
    <Stack gap={6} mt={12}>
      <PaperParts question={bodyOf(item)} />
      {studentAnswer !== null && (
        <Answer
          label={own ? 'Your answer' : 'Answer'}
          item={item}
          text={attached?.text ?? studentAnswer}
          state={outcome === 'Correct' ? 'right' : outcome === 'Incorrect' ? 'wrong' : 'chosen'}
        >
          {attached && <AttachedFiles attemptId={attemptId} files={attached.files} />}
        </Answer>
      )}
      {correctAnswer && outcome !== 'Correct' && (
        <Answer label="Correct answer" item={item} text={correctAnswer} state="right" />
      )}
    </Stack>
  )
}

interface AnswerProps {
  label: string
  item: Item
  text: string
  state: 'right' | 'wrong' | 'chosen'
  children?: ReactNode
}

function Answer({ label, item, text, state, children }: AnswerProps) {
  return (
    <Box py={7} px={12} fz="sm" className={`anywhere ${classes.option}`} {...{ [`data-${state}`]: true }}>
      <Text size="xs" fw={600} c="var(--tone)" mb={2}>
        {label}
      </Text>
      <AnswerText question={item} text={text} />
      {children}
    </Box>
  )
}
