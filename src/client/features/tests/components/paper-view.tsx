import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { WrittenText } from '#client/features/attempts/components/written-text.tsx'
import { plural } from '#client/lib/plural.ts'
import { type OptionLetter, optionLetters } from '#shared/tests/schema.ts'
import classes from './paper-view.module.css'

interface ShownQuestion {
  questionText: string
  options: Record<OptionLetter, string>
  marks?: number | undefined
  correctAnswer?: OptionLetter | undefined
  explanation?: string | null | undefined
}

interface PaperViewProps {
  questions: readonly ShownQuestion[]
  /** What a question without marks of its own counts. */
  marksPerQuestion: number
}

/** The questions as a student reads them, one under the other, with the key marked where the reader may know it. */
export const PaperView = memo(function PaperView({ questions, marksPerQuestion }: PaperViewProps) {
  return (
    <ol className={classes.paper}>
      {questions.map((question, index) => (
        // A paper is shown, never edited: places do not move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes.question}>
          <div className={classes.head}>
            <span className={classes.number}>Question {index + 1}</span>
            <span className={classes.marks}>{plural(question.marks ?? marksPerQuestion, 'mark')}</span>
          </div>
          <div className={classes.text}>
            <WrittenText text={question.questionText} />
          </div>
          <OptionList options={question.options} correctAnswer={question.correctAnswer} />
          {question.explanation && (
            <p className={classes.explanation}>
              <strong>Explanation.</strong> {question.explanation}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
})

interface OptionListProps {
  options: Record<OptionLetter, string>
  correctAnswer?: OptionLetter | undefined
  /** One line each. */
  compact?: boolean
}

/** Four options; the right one is marked by colour, a tick and words. */
export function OptionList({ options, correctAnswer, compact = false }: OptionListProps) {
  return (
    <ul className={classes.options} data-compact={compact || undefined}>
      {optionLetters.map((letter) => (
        <li key={letter} className={classes.option} data-correct={letter === correctAnswer || undefined}>
          <span className={classes.letter}>{letter}</span>
          <span className={classes.optionText}>{options[letter]}</span>
          {letter === correctAnswer && (
            <>
              <IconCheck size={16} stroke={2.2} className={classes.tick} aria-hidden />
              <span className="visually-hidden">Correct answer</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
