import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import { plural } from '#client/lib/plural.ts'
import type { DraftQuestion } from '../model/draft.ts'
import { OptionList } from './paper-view.tsx'
import classes from './question-list.module.css'

type Change = (next: (before: DraftQuestion[]) => DraftQuestion[]) => void

interface QuestionListProps {
  questions: readonly DraftQuestion[]
  marksPerQuestion: number
  change: Change
  onEdit: (question: DraftQuestion) => void
  /** @param place counted from 1 */
  onRemove: (question: DraftQuestion, place: number) => void
}

/** The questions in their order, each with the ways to change it. Memoized: a test may have a hundred. */
export const QuestionList = memo(function QuestionList(props: QuestionListProps) {
  const { questions, marksPerQuestion, change, onEdit, onRemove } = props
  const [moved, setMoved] = useState('')
  const move = useCallback(
    (question: DraftQuestion, from: number, by: 1 | -1) => {
      setMoved(`Question ${from} is now question ${from + by}`)
      change((before) => swapped(before, question.key, by))
    },
    [change],
  )
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {moved}
      </span>
      {questions.length > 0 && (
        <ol className={classes.list} aria-label="Questions">
          {questions.map((question, index) => (
            <Row
              key={question.key}
              question={question}
              place={index + 1}
              last={index === questions.length - 1}
              marksPerQuestion={marksPerQuestion}
              onMove={move}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </ol>
      )}
    </>
  )
})

function swapped(questions: DraftQuestion[], key: string, by: 1 | -1): DraftQuestion[] {
  const from = questions.findIndex((question) => question.key === key)
  const [one, other] = [questions[from], questions[from + by]]
  if (!one || !other) return questions
  const next = [...questions]
  next[from] = other
  next[from + by] = one
  return next
}

interface RowProps {
  question: DraftQuestion
  place: number
  last: boolean
  marksPerQuestion: number
  onMove: (question: DraftQuestion, from: number, by: 1 | -1) => void
  onEdit: (question: DraftQuestion) => void
  onRemove: (question: DraftQuestion, place: number) => void
}

const Row = memo(function Row({ question, place, last, marksPerQuestion, onMove, onEdit, onRemove }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.place}>{place}</span>
      <div className={classes.body}>
        <p className={classes.text}>{question.questionText}</p>
        <OptionList options={question.options} correctAnswer={question.correctAnswer} compact />
      </div>
      <div className={classes.side}>
        <Text size="xs" c="dimmed" className={`tabular ${classes.marks}`}>
          {plural(question.marks ?? marksPerQuestion, 'mark')}
        </Text>
        <div className={classes.tools}>
          <Tool label={`Move question ${place} up`} off={place === 1} onClick={() => onMove(question, place, -1)}>
            <IconArrowUp size={16} />
          </Tool>
          <Tool label={`Move question ${place} down`} off={last} onClick={() => onMove(question, place, 1)}>
            <IconArrowDown size={16} />
          </Tool>
          <Tool label={`Edit question ${place}`} onClick={() => onEdit(question)}>
            <IconPencil size={16} />
          </Tool>
          <Tool label={`Remove question ${place}`} onClick={() => onRemove(question, place)}>
            <IconTrash size={16} />
          </Tool>
        </div>
      </div>
    </li>
  )
})

interface ToolProps {
  label: string
  /** Nothing to do; it keeps the focus, so that a question moved to the end by keyboard is not lost sight of. */
  off?: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ label, off = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        aria-disabled={off}
        data-disabled={off || undefined}
        onClick={off ? undefined : onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
