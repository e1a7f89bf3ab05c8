import { IconArrowsTransferDown, IconCopy, IconTrash } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { type RowAction, RowMenu, useRowMenu } from '#client/ui/row-menu.tsx'
import type { DraftQuestion } from '../model/test-draft.ts'
import { QuestionRow } from './question-row.tsx'
import { useDraftStore } from './use-test-draft.ts'

interface QuestionListProps {
  questions: readonly DraftQuestion[]
  /** Form path of the list: `sections.1.questions`. */
  path: string
  marksPerQuestion: number
  /** @param from position counted from 1 */
  onMove: (question: DraftQuestion, from: number, by: 1 | -1) => void
  onEdit: (question: DraftQuestion) => void
  /** @param place counted from 1, as in `from` */
  onRemove: (question: DraftQuestion, place: number) => void
  onDuplicate: (question: DraftQuestion, place: number) => void
  /** Moves the question to another section, if there is one. */
  onMoveAway: ((question: DraftQuestion) => void) | undefined
}

/** The questions in order, each with its actions. Memoized, because there may be a hundred. */
export const QuestionList = memo(function QuestionList(props: QuestionListProps) {
  const { questions, path, marksPerQuestion, onMove, onEdit, onRemove, onDuplicate, onMoveAway } = props
  const { begun } = useDraftStore()
  const { place: menu, controls } = useRowMenu<DraftQuestion>()
  const list = useRef<HTMLOListElement>(null)
  if (questions.length === 0) return null

  const remove = (question: DraftQuestion) => {
    const at = questions.findIndex(({ key }) => key === question.key)
    onRemove(question, at + 1)
    // The row is gone with its button, so focus the one that took its place.
    setTimeout(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-edit]')
      rows?.[Math.min(at, rows.length - 1)]?.focus()
    })
  }
  const actions = (question: DraftQuestion): RowAction[] => {
    const place = questions.findIndex(({ key }) => key === question.key) + 1
    return [
      { label: 'Duplicate', icon: IconCopy, onClick: () => onDuplicate(question, place) },
      ...(onMoveAway
        ? [{ label: 'Move to another section', icon: IconArrowsTransferDown, onClick: () => onMoveAway(question) }]
        : []),
      { label: 'Remove', icon: IconTrash, destructive: true, onClick: () => remove(question) },
    ]
  }
  return (
    <>
      <ol ref={list} className="card rows" aria-label="Questions">
        {questions.map((question, index) => (
          <QuestionRow
            key={question.key}
            question={question}
            place={index + 1}
            path={`${path}.${index}`}
            last={index === questions.length - 1}
            marksPerQuestion={marksPerQuestion}
            begun={begun}
            menuOpened={Boolean(menu?.opened && menu.row.key === question.key)}
            controls={controls}
            onMove={onMove}
            onEdit={onEdit}
          />
        ))}
      </ol>
      {!begun && <RowMenu place={menu} actions={actions} onClose={controls.close} />}
    </>
  )
})
