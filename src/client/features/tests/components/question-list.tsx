import { Box, Group, Stack, Text } from '@mantine/core'
import { IconArrowsTransferDown, IconBooks, IconCopy, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { plural } from '#client/lib/format.ts'
import { useNearViewport } from '#client/lib/near-viewport.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { type MenuControls, offered, type RowAction, RowMenu, RowMenuButton, useRowMenu } from '#client/ui/row-menu.tsx'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { keyText } from '#shared/bank/question-types.rules.ts'
import { errorUnder } from '../model/draft-errors.ts'
import { type DraftQuestion, splitQuestion } from '../model/test-draft.ts'
import { BankSign } from './bank/newer-version.tsx'
import { IconTool, MoveTools } from './icon-tool.tsx'
import { OptionList } from './paper-view.tsx'
import classes from './questions.module.css'
import { useDraft, useDraftStore } from './use-test-draft.ts'

interface QuestionListProps {
  questions: readonly DraftQuestion[]
  /** Form path of the list: `sections.1.questions`. */
  path: string
  marksPerQuestion: number
  /** @param from one-based position */
  onMove: (question: DraftQuestion, from: number, by: 1 | -1) => void
  onEdit: (question: DraftQuestion) => void
  /** @param place one-based, like `from` */
  onRemove: (question: DraftQuestion, place: number) => void
  onDuplicate: (question: DraftQuestion, place: number) => void
  /** Moves the question to another section, if there is one. */
  onMoveAway: ((question: DraftQuestion) => void) | undefined
  onSave: (question: DraftQuestion) => void
}

/** The questions in order, each with its actions. Memoized, because there may be a hundred of them. */
export const QuestionList = memo(function QuestionList(props: QuestionListProps) {
  const { questions, path, marksPerQuestion, onMove, onEdit, onRemove, onDuplicate, onMoveAway, onSave } = props
  const { begun } = useDraftStore()
  const { place: menu, controls } = useRowMenu<DraftQuestion>()
  const list = useRef<HTMLOListElement>(null)
  if (questions.length === 0) return null

  const remove = (question: DraftQuestion) => {
    const at = questions.findIndex(({ key }) => key === question.key)
    onRemove(question, at + 1)
    // The row was removed with its button, so focus the button of the row that took its place.
    setTimeout(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-edit]')
      rows?.[Math.min(at, rows.length - 1)]?.focus()
    })
  }
  const actions = (question: DraftQuestion): RowAction[] => {
    const place = questions.findIndex(({ key }) => key === question.key) + 1
    return offered([
      !begun && { label: 'Duplicate', icon: IconCopy, onClick: () => onDuplicate(question, place) },
      !begun &&
        onMoveAway !== undefined && {
          label: 'Move to another section',
          icon: IconArrowsTransferDown,
          onClick: () => onMoveAway(question),
        },
      !question.bankQuestionId && { label: 'Save to the bank', icon: IconBooks, onClick: () => onSave(question) },
      !begun && { label: 'Remove', icon: IconTrash, destructive: true, onClick: () => remove(question) },
    ])
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
      <RowMenu place={menu} actions={actions} onClose={controls.close} />
    </>
  )
})

interface QuestionRowProps extends Pick<QuestionListProps, 'marksPerQuestion' | 'onMove' | 'onEdit'> {
  question: DraftQuestion
  place: number
  /** Form path of the question: `sections.1.questions.4`. */
  path: string
  last: boolean
  /** True if students have started the test, so the question cannot be moved. */
  begun: boolean
  menuOpened: boolean
  controls: MenuControls<DraftQuestion>
}

/** One question as students will see it, truncated, with its key and actions. */
const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, place, path, last, marksPerQuestion, begun, menuOpened, controls, onMove, onEdit } = props
  const row = useRef<HTMLLIElement>(null)
  const near = useNearViewport(row)
  const error = useDraft(({ errors }) => errorUnder(errors, path))
  return (
    <li ref={row} className={classes.row} data-refused={error ? true : undefined}>
      <Text span inherit c="dimmed" fz="sm" fw={600} className="tabular">
        {place}
      </Text>
      <Box miw={0}>
        <Group gap="sm" wrap="nowrap" align="flex-start" mb={6}>
          <Box flex={1} miw={0} mah={132} fz="sm" fw={550} className={`anywhere ${classes.text}`}>
            {near ? <RichText text={question.questionText} /> : <span>{question.questionText}</span>}
          </Box>
          {question.questionImageUrl && (
            <img src={question.questionImageUrl} alt="" loading="lazy" className={classes.thumbnail} />
          )}
        </Group>
        {near && <Answer question={question} />}
        <ImageSign question={question} />
        <BankSign question={question} place={place} marksPerQuestion={marksPerQuestion} />
        {error && (
          <Text mt={6} c="var(--mantine-color-error)" fz="sm" className="anywhere">
            {error}
          </Text>
        )}
      </Box>
      <Stack gap={4} align="flex-end" className={classes.side}>
        <Text size="xs" c="dimmed" pe={6} lh="20px" className="tabular">
          {plural(question.marks ?? marksPerQuestion, 'mark')}
        </Text>
        <Group gap={2} wrap="nowrap" className={classes.tools}>
          {!begun && (
            <MoveTools
              what={`question ${place}`}
              first={place === 1}
              last={last}
              onMove={(by) => onMove(question, place, by)}
            />
          )}
          <IconTool label={`Edit question ${place}`} data-edit={question.key} onClick={() => onEdit(question)}>
            <IconPencil size={16} />
          </IconTool>
          {!(begun && question.bankQuestionId) && (
            <RowMenuButton row={question} expanded={menuOpened} controls={controls} />
          )}
        </Group>
      </Stack>
    </li>
  )
})

/** The options with the correct ones marked, or the correct answer as text. Labels every type except single choice. */
export function Answer({ question }: { question: DraftQuestion }) {
  if (question.type === undefined || question.type === 'single')
    return (
      <OptionList
        options={question.options}
        correctAnswer={question.correctAnswer}
        alternatives={question.alternatives}
        compact
      />
    )
  const label = questionTypeLabels[question.type]
  if (question.type === 'multiple')
    return (
      <>
        <Text c="dimmed" fz="xs" mb={4}>
          {label}
        </Text>
        <OptionList options={question.options} correctAnswer={question.correctAnswers} compact />
      </>
    )
  const answer = keyText(splitFields(splitQuestion(question).fields))
  return (
    <Text fz="sm" lineClamp={3} className="anywhere">
      <Text span inherit c="dimmed">
        {answer ? `${label}: ` : label}
      </Text>
      {answer}
    </Text>
  )
}

function ImageSign({ question }: { question: DraftQuestion }) {
  const { questionImageUrl } = question
  const images = 'optionImages' in question ? question.optionImages : null
  const letters = Object.keys(images ?? {}).sort()
  if (!questionImageUrl && letters.length === 0) return null
  const options = letters.length > 0 && `${letters.length === 1 ? 'option' : 'options'} ${letters.join(', ')}`
  const text = [questionImageUrl && 'question', options].filter(Boolean).join(' and ')
  return (
    <Group component="p" gap={5} wrap="nowrap" mt={6} c="dimmed" fz="xs">
      <IconPhoto size={14} stroke={1.7} aria-hidden />
      {text.charAt(0).toUpperCase() + text.slice(1)} with an image
    </Group>
  )
}
