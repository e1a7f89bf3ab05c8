import { Text } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { OptionList } from './paper-view.tsx'
import classes from './question-list.module.css'

interface ImportedQuestionsProps {
  questions: QuestionFileAnswer['questions']
  /** How many of the questions fit. */
  room: number
  marksPerQuestion: number
}

/** The questions of a file with options, answers and marks, up to the test's limit. */
export function ImportedQuestions({ questions, room, marksPerQuestion }: ImportedQuestionsProps) {
  const shown = questions.slice(0, bounds.questions.max)
  return (
    <div>
      <ol className={classes.list} aria-label="Questions in the file">
        {shown.map((question, index) => (
          // The file's order never changes here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.row}>
            <span className={classes.place}>{index + 1}</span>
            <div className={classes.body}>
              <div className={classes.head}>
                <div className={classes.text}>
                  <RichText text={question.questionText} />
                </div>
              </div>
              <OptionList options={question.options} correctAnswer={question.correctAnswer} compact />
            </div>
            <div className={classes.side}>
              <Text size="xs" c="dimmed" className={`tabular ${classes.marks}`}>
                {plural(question.marks ?? marksPerQuestion, 'mark')}
              </Text>
              {index >= room && (
                <Text size="xs" className={classes.leftOut}>
                  Does not fit
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {questions.length > shown.length && (
        <Text size="sm" c="dimmed" mt={6}>
          The first {shown.length} of {plural(questions.length, 'question')}.
        </Text>
      )}
    </div>
  )
}
