import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormError } from '#client/ui/form-section.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import {
  backToQuestions,
  withAdded,
  withDuplicate,
  withLimit,
  withoutQuestion,
  withQuestionIn,
  withQuestionMoved,
  withRewritten,
} from '../model/draft-changes.ts'
import {
  filledIn,
  fullMessage,
  limitOf,
  marksEach,
  marksIn,
  ownMarks,
  type PartKey,
  roomOf,
} from '../model/draft-parts.ts'
import type { DraftPart, DraftQuestion, DraftSection } from '../model/test-draft.ts'
import { BankPicker } from './bank/bank-picker.tsx'
import { SaveToBank } from './bank/save-to-bank.tsx'
import { PoolList } from './pool-list.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionList } from './question-list.tsx'
import { QuestionUpload } from './question-upload.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-test-draft.ts'

interface PartQuestionsProps extends DraftPart {
  part: PartKey
  /** Zero-based index of the section; undefined in a flat test. */
  at?: number
  name?: string
}

/** The questions of a section or a flat test, with tools to write, import, edit and reorder them. */
export const PartQuestions = memo(function PartQuestions(props: PartQuestionsProps) {
  const { part, at, name, questions, numberOfQuestions } = props
  const store = useDraftStore()
  const path = at === undefined ? 'questions' : `sections.${at}.questions`
  const error = useDraftError(path)
  const manySections = useDraft(({ draft }) => draft.sections.length > 1)
  const [said, setSaid] = useState('')
  const writing = useDialog<DraftQuestion | 'new'>()
  const moving = useDialog<DraftQuestion>()
  const picking = useDialog<true>()
  const saving = useDialog<readonly DraftQuestion[]>()
  const limit = limitOf({ numberOfQuestions })
  const filled = filledIn(props)
  const full = filled >= limit

  const keep = (question: DraftQuestion) =>
    store.change((draft) => {
      const rewritten = withRewritten(draft, question)
      return rewritten === draft ? withAdded(draft, part, [question]) : rewritten
    })
  const move = useCallback(
    (question: DraftQuestion, from: number, by: 1 | -1) => {
      store.change((draft) => withQuestionMoved(draft, question.key, by))
      setSaid(`Question ${from} is now question ${from + by}`)
    },
    [store],
  )
  const remove = useCallback(
    (question: DraftQuestion, place: number) => {
      store.change((draft) => withoutQuestion(draft, question.key), {
        text: name === undefined ? `Question ${place} removed` : `Question ${place} of "${name}" removed`,
        back: backToQuestions(question, part, place - 1),
      })
    },
    [store, part, name],
  )
  const duplicate = useCallback(
    (question: DraftQuestion, place: number) => {
      const before = store.read().draft
      store.change((draft) => withDuplicate(draft, question.key))
      if (store.read().draft === before) return notify.warning(fullMessage(part, limit))
      setSaid(`Question ${place} copied as question ${place + 1}`)
    },
    [store, part, limit],
  )

  const notInBank = questions.filter(({ bankQuestionId }) => !bankQuestionId)
  const save = useCallback((question: DraftQuestion) => saving.open([question]), [saving.open])
  const add = (added: DraftQuestion[], newLimit?: number) => {
    store.change((draft) => withAdded(newLimit === undefined ? draft : withLimit(draft, part, newLimit), part, added))
    const where = name === undefined ? '' : ` to section "${name}"`
    notify.success(`Successfully added ${plural(added.length, 'question')}${where}`)
  }

  const unlessFull = (open: () => void) => () => (full ? notify.warning(fullMessage(part, limit)) : open())
  const addButton = (withPath: boolean) => (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={unlessFull(() => writing.open('new'))}
      style={{ alignSelf: 'flex-start' }}
      // Focused if the number of questions is invalid.
      data-path={withPath ? path : undefined}
    >
      Add question
    </Button>
  )
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="tabular" aria-live="polite">
          {filled} of {plural(limit, 'question')}
          <Text span c="dimmed" fw={400} size="sm" ml={8}>
            {stateOf(filled, limit)}
          </Text>
        </Text>
        {!store.begun && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconBooks size={16} aria-hidden />}
              onClick={unlessFull(() => picking.open(true))}
            >
              Add from bank
            </Button>
            {addButton(true)}
          </Group>
        )}
      </Group>
      {ownMarks(questions) > 0 && (
        <Text size="sm" c="dimmed" className="tabular">
          {ownMarksNote(props)}
        </Text>
      )}
      <FormError>{error}</FormError>
      {!store.begun && <QuestionUpload target={props} marksPerQuestion={marksEach(props)} section={name} onAdd={add} />}
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      <QuestionList
        questions={questions}
        path={path}
        marksPerQuestion={marksEach(props)}
        onMove={move}
        onEdit={writing.open}
        onRemove={remove}
        onDuplicate={duplicate}
        onMoveAway={part !== null && manySections ? moving.open : undefined}
        onSave={save}
      />
      {questions.length > 0 && (
        <Group gap="xs">
          {questions.length > 5 && !store.begun && addButton(false)}
          <Button
            variant="default"
            leftSection={<IconBooks size={16} aria-hidden />}
            disabled={notInBank.length === 0}
            onClick={() => saving.open(notInBank)}
          >
            {notInBank.length === 0 ? 'All questions are in the bank' : 'Save questions to the bank'}
          </Button>
        </Group>
      )}
      <PoolList
        pools={props.pools}
        path={at === undefined ? '' : `sections.${at}.`}
        marksPerQuestion={marksEach(props)}
        onChange={(pools) =>
          part === null ? store.setField('pools', pools) : store.setSectionField(part, 'pools', pools)
        }
      />
      {writing.show((question, dialog) => (
        <QuestionDialog
          question={question === 'new' ? undefined : question}
          place={placeOf(questions, question)}
          section={name}
          marksPerQuestion={marksEach(props)}
          room={limit - filled}
          onKeep={keep}
          {...dialog}
        />
      ))}
      {picking.show((_, dialog) => (
        <BankPicker section={name} marksPerQuestion={marksEach(props)} room={limit - filled} onAdd={add} {...dialog} />
      ))}
      {saving.show((unsaved, dialog) => (
        <SaveToBank questions={unsaved} marksPerQuestion={marksEach(props)} {...dialog} />
      ))}
      {moving.show((question, dialog) => (
        <MoveQuestionDialog
          place={placeOf(questions, question)}
          from={part}
          onMove={(to) => {
            moving.close()
            store.change((draft) => withQuestionIn(draft, question.key, to.key))
            setSaid(`Moved to section "${to.sectionName}"`)
            notify.success(`Moved to section "${to.sectionName}"`)
          }}
          {...dialog}
        />
      ))}
    </>
  )
})

const placeOf = (questions: readonly DraftQuestion[], about: DraftQuestion | 'new') =>
  (about === 'new' ? questions.length : questions.findIndex(({ key }) => key === about.key)) + 1

function stateOf(count: number, limit: number): string {
  if (limit < bounds.questions.min) return 'enter the number of questions above'
  if (count < limit) return `${(limit - count).toLocaleString()} more to add`
  return count === limit ? 'complete' : `${(count - limit).toLocaleString()} too many`
}

/** Explains why the total differs from the number of questions times the marks per question. */
function ownMarksNote(part: Pick<DraftPart, 'questions' | 'pools' | 'marksPerQuestion' | 'bestOf'>): string {
  const own = ownMarks(part.questions)
  const have = own === 1 ? 'has its own marks' : 'have their own marks'
  return `${own} of ${plural(part.questions.length, 'question')} ${have}, which override marks per question. ${plural(marksIn(part), 'mark')} in total.`
}

interface MoveQuestionDialogProps extends DialogProps {
  place: number
  from: string | null
  onMove: (to: DraftSection) => void
}

/** A dialog to choose the section to move a question to. Full sections cannot be chosen. */
function MoveQuestionDialog({ opened, place, from, onMove, onClose }: MoveQuestionDialogProps) {
  const sections = useDraft(({ draft }) => draft.sections)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = sections.find(({ key }) => key === chosen)
  return (
    <Modal opened={opened} onClose={onClose} title={`Move question ${place} to another section`}>
      <Radio.Group
        label="Section"
        description="The question is added at the end of the section."
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap="sm" mt="sm">
          {sections.map((section, index) =>
            section.key === from ? null : (
              <Radio
                key={section.key}
                value={section.key}
                disabled={roomOf(section) === 0}
                label={
                  <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {index + 1}. {section.sectionName}
                  </Text>
                }
                description={
                  roomOf(section) === 0
                    ? `Section "${section.sectionName}" already has maximum questions`
                    : `${section.questions.length} of ${plural(limitOf(section), 'question')}`
                }
              />
            ),
          )}
        </Stack>
      </Radio.Group>
      <StickyActions onCancel={onClose}>
        <Button disabled={!to} onClick={() => to && onMove(to)}>
          Move question
        </Button>
      </StickyActions>
    </Modal>
  )
}
