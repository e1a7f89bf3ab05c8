import { Box, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { type OptionLetter, optionLetters } from '#shared/tests/tests.schema.ts'
import classes from './paper-view.module.css'

type OptionImages = Partial<Record<OptionLetter, string>> | null

export interface ShownQuestion {
  questionText: string
  questionImageUrl: string | null
  options: Record<OptionLetter, string>
  optionImages: OptionImages
  marks?: number | undefined
  correctAnswer?: OptionLetter | undefined
  explanation?: string | null | undefined
}

interface PaperViewProps {
  questions: readonly ShownQuestion[]
  /** Marks for questions without their own marks. */
  marksPerQuestion: number
  /** True to show correct answers and explanations, if the questions include them. */
  showAnswers: boolean
}

export const PaperView = memo(function PaperView({ questions, marksPerQuestion, showAnswers }: PaperViewProps) {
  return (
    <ol className="rows">
      {questions.map((question, index) => (
        // A paper is only displayed, so its questions never change order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes.question}>
          <QuestionPaper
            question={question}
            place={index + 1}
            marks={question.marks ?? marksPerQuestion}
            showAnswers={showAnswers}
          />
        </li>
      ))}
    </ol>
  )
})

interface QuestionPaperProps {
  question: ShownQuestion
  place: number
  marks: number
  showAnswers: boolean
}

export function QuestionPaper({ question, place, marks, showAnswers }: QuestionPaperProps) {
  return (
    <>
      <Group wrap="nowrap" align="stretch" justify="space-between" fz="xs" className="tabular">
        <Text span inherit fw={600}>
          Question {place}
        </Text>
        <Text span inherit c="dimmed">
          {plural(marks, 'mark')}
        </Text>
      </Group>
      <div className={classes.text}>
        <RichText text={question.questionText} />
      </div>
      {question.questionImageUrl && (
        <img src={question.questionImageUrl} alt={`For question ${place}`} loading="lazy" className={classes.image} />
      )}
      <OptionList
        options={question.options}
        images={question.optionImages}
        correctAnswer={showAnswers ? question.correctAnswer : undefined}
      />
      {showAnswers && question.explanation && (
        <Text component="div" mt="sm" c="dimmed" fz="sm">
          <strong>Explanation</strong>
          <RichText text={question.explanation} />
        </Text>
      )}
    </>
  )
}

interface OptionListProps {
  options: Record<OptionLetter, string>
  images?: OptionImages
  correctAnswer?: OptionLetter | undefined
  /** True for one line per option, without images. */
  compact?: boolean
}

/** The four options. Colour, a tick and hidden text mark the correct one. */
export function OptionList({ options, images, correctAnswer, compact = false }: OptionListProps) {
  return (
    <ul className={classes.options} data-compact={compact || undefined}>
      {optionLetters.map((letter) => (
        <Group
          component="li"
          gap={10}
          wrap="nowrap"
          align="stretch"
          miw={0}
          fz="sm"
          key={letter}
          className={`card ${classes.option}`}
          data-correct={letter === correctAnswer || undefined}
        >
          <Text span inherit fw={600} flex="none" className={classes.letter}>
            {letter}
          </Text>
          <Box miw={0}>
            <RichText text={options[letter]} inline className={classes.optionText} />
            {!compact && images?.[letter] && (
              <img src={images[letter]} alt={`For option ${letter}`} loading="lazy" className={classes.image} />
            )}
          </Box>
          {letter === correctAnswer && (
            <>
              <IconCheck size={16} stroke={2.2} className={classes.tick} aria-hidden />
              <span className="visually-hidden">Correct answer</span>
            </>
          )}
        </Group>
      ))}
    </ul>
  )
}
