import { IconCheck, IconX } from '@tabler/icons-react'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { type OptionLetter, optionLetters } from '#shared/tests/tests.schema.ts'
import { ExamImage } from './exam-image.tsx'
import classes from './question-result.module.css'

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
    <article className={classes.card} aria-label={`Question ${number}`}>
      <div className={classes.head}>
        <h3 className={classes.number}>Question {number}</h3>
        <StatusBadge {...badgeOf(item)} />
        {marks && <span className={classes.marks}>{marks}</span>}
      </div>
      <RichText text={item.questionText} />
      {item.questionImageUrl && <ExamImage src={item.questionImageUrl} of={`question ${number}`} />}
      <ul className={classes.options}>
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
      </ul>
      {explanation && (
        <div className={classes.explanation}>
          <strong>Explanation</strong>
          <RichText text={explanation} />
        </div>
      )}
    </article>
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
    <li
      className={classes.option}
      data-chosen={chosen || undefined}
      data-right={right || undefined}
      data-wrong={wrong || undefined}
    >
      <span className={classes.letter}>
        {right ? <IconCheck size={14} stroke={3} aria-hidden /> : null}
        {wrong ? <IconX size={14} stroke={3} aria-hidden /> : null}
        {letter}
      </span>
      <div className={classes.optionText}>
        <RichText text={text} inline />
        {image && <ExamImage src={image} of={of} small />}
      </div>
      {notes.length > 0 && <span className={classes.note}>{notes.join(', ')}</span>}
    </li>
  )
}
