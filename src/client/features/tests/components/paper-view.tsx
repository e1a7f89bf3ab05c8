import { Box, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import type { ShownFields, TypedFields } from '#shared/bank/questions.schema.ts'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { type PaperBody, paperBodyOf, paperText } from '../model/paper-text.ts'
import { AnswerRoom } from './answer-room.tsx'
import { PaperKey } from './paper-key.tsx'
import { PaperParts } from './paper-parts.tsx'
import classes from './paper-view.module.css'

/** A question of any type, with either the author's fields, including the key, or the fields that students see. */
export type ShownQuestion = {
  questionText: string
  questionImageUrl: string | null
  marks?: number | undefined
  passage?: string | null | undefined
  explanation?: string | null | undefined
  /** The question as a student saw it, which determines the order of its parts. */
  shown?: ShownFields | undefined
} & (ShownFields | TypedFields)

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
  place?: number
  /** Replaces the question's number. */
  heading?: string
  marks: number
  showAnswers: boolean
  /** True for a paper to be answered by hand: options get a box to tick, and other answers get lines. */
  byHand?: boolean
}

/** One question as students see it, with the answer if it is included and requested. */
export function QuestionPaper({ question, place = 1, heading = `Question ${place}`, ...props }: QuestionPaperProps) {
  const { marks, showAnswers, byHand = false } = props
  const body = paperBodyOf(question, question.shown)
  return (
    <>
      <Group wrap="nowrap" align="stretch" justify="space-between" fz="xs" className="tabular">
        <Text span inherit fw={600}>
          {heading}
        </Text>
        <Text span inherit c="dimmed">
          {plural(marks, 'mark')}
        </Text>
      </Group>
      {question.passage && (
        <Text component="div" my="xs" py={8} px={12} fz="sm" bg="var(--surface-raised)" bdrs="md">
          <RichText text={question.passage} />
        </Text>
      )}
      <div className={classes.text}>
        <RichText text={paperText(question.type, question.questionText)} />
      </div>
      {byHand && body.type === 'multiple' && (
        <Text size="sm" fs="italic" mb={6}>
          Choose all that apply.
        </Text>
      )}
      {question.questionImageUrl && (
        <img src={question.questionImageUrl} alt={`For question ${place}`} loading="lazy" className={classes.image} />
      )}
      <QuestionAnswers body={body} showAnswers={showAnswers} byHand={byHand} />
      {showAnswers && question.explanation && (
        <Text component="div" mt="sm" c="dimmed" fz="sm">
          <strong>Explanation</strong>
          <RichText text={question.explanation} />
        </Text>
      )}
    </>
  )
}

interface QuestionAnswersProps {
  body: PaperBody
  showAnswers: boolean
  /** True for one line per option, without images. */
  compact?: boolean
  /** As in `QuestionPaper`. */
  byHand?: boolean
}

/** The options or fields of a question, with the correct ones marked if they are included and requested. */
export function QuestionAnswers({ body, showAnswers, compact = false, byHand = false }: QuestionAnswersProps) {
  switch (body.type) {
    case 'single':
    case 'multiple': {
      const { options, optionImages } = body.body
      const key = body.type === 'multiple' ? body.key?.correctAnswers : body.key?.correctAnswer
      const alternatives = body.type === 'single' ? body.key?.alternatives : undefined
      const answers = showAnswers ? { correctAnswer: key, alternatives } : {}
      const box = body.type === 'multiple' ? 'square' : 'round'
      return (
        <OptionList options={options} images={optionImages} compact={compact} {...answers} {...(byHand && { box })} />
      )
    }
    case 'boolean':
      return (
        <ul className={classes.options} data-compact={compact || undefined}>
          {[true, false].map((value) => (
            <Option
              key={String(value)}
              correct={showAnswers && body.key?.correctAnswer === value}
              {...(byHand && { box: 'round' })}
            >
              {value ? 'True' : 'False'}
            </Option>
          ))}
        </ul>
      )
    default:
      return (
        <>
          {byHand ? <AnswerRoom question={body} /> : <PaperParts question={body} />}
          {showAnswers && body.key && <PaperKey question={body} />}
        </>
      )
  }
}

interface OptionListProps {
  options: Partial<Record<Letter, string>>
  images?: Partial<Record<Letter, string>> | null
  /** The correct option or options. */
  correctAnswer?: Letter | readonly Letter[] | undefined
  /** Other accepted options. */
  alternatives?: readonly Letter[] | undefined
  /** True for one line per option, without images. */
  compact?: boolean
  box?: OptionProps['box']
}

/** The lettered options. */
export function OptionList(props: OptionListProps) {
  const { options, images, correctAnswer = [], alternatives = [], compact = false, box } = props
  return (
    <ul className={classes.options} data-compact={compact || undefined}>
      {lettersOf({ options }).map((letter) => (
        <Option
          key={letter}
          letter={letter}
          correct={correctAnswer.includes(letter)}
          accepted={alternatives.includes(letter)}
          box={box}
        >
          <RichText text={options[letter] ?? ''} inline className={classes.optionText} />
          {!compact && images?.[letter] && (
            <img src={images[letter]} alt={`For option ${letter}`} loading="lazy" className={classes.image} />
          )}
        </Option>
      ))}
    </ul>
  )
}

interface OptionProps {
  letter?: Letter
  correct: boolean
  /** True if it is not the correct option but also earns the marks. */
  accepted?: boolean
  /** The shape of a box to tick by hand. */
  box?: 'round' | 'square' | undefined
  children: ReactNode
}

/** One option. Colour, a tick and hidden text mark a correct one; a dashed frame and a label, an accepted one. */
const Option = ({ letter, correct, accepted = false, box, children }: OptionProps) => (
  <Group
    component="li"
    gap={10}
    wrap="nowrap"
    align="stretch"
    miw={0}
    fz="sm"
    className={`card ${classes.option}`}
    data-correct={correct || undefined}
    data-accepted={accepted || undefined}
  >
    {box && <span className={classes.box} data-shape={box} aria-hidden />}
    {letter && (
      <Text span inherit fw={600} flex="none" className={classes.letter}>
        {letter}
      </Text>
    )}
    <Box miw={0}>{children}</Box>
    {correct && (
      <>
        <IconCheck size={16} stroke={2.2} className={classes.tick} aria-hidden />
        <span className="visually-hidden">Correct answer</span>
      </>
    )}
    {accepted && (
      <Text span inherit fz="xs" fw={600} className={`nowrap ${classes.accepted}`}>
        Also accepted
      </Text>
    )}
  </Group>
)
