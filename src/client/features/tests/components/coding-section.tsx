import { Button, Checkbox, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { IconCode, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DifficultyBadge, ExamOnlyBadge } from '#client/features/coding/components/question-badges.tsx'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { FormError, FormSection } from '#client/ui/form-section.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { codingDifficulties } from '#shared/coding/coding.schema.ts'
import { bounds, codingDefaults } from '#shared/tests/form.schema.ts'
import { backToCoding, withCoding, withCodingEntry, withCodingMoved } from '../model/draft-coding.ts'
import type { DraftCoding } from '../model/test-draft.ts'
import { type BankQuestion, useBank } from '../queries.ts'
import { IconTool, MoveTools } from './icon-tool.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-test-draft.ts'

/** The coding section, always last. A Practice test with coding has no other questions. */
export function CodingSection() {
  const store = useDraftStore()
  const confirm = useConfirm()
  const on = useDraft(({ draft }) => draft.hasCodingSection)
  const isPractice = useDraft(({ draft }) => draft.testType === 'Practice')
  const lost = useDraft(({ draft }) => (draft.testType === 'Practice' ? draft.questions.length : 0))
  const turn = async (wanted: boolean) => {
    const before = store.read().draft
    if (wanted && lost > 0 && !(await confirm(clearedQuestion(lost)))) return
    const undo = { text: `${plural(lost, 'question')} cleared with the coding section`, back: backToCoding(before) }
    store.change((draft) => withCoding(draft, wanted), wanted && lost > 0 ? undo : undefined)
  }
  return (
    <FormSection
      title="Coding"
      text={
        isPractice
          ? 'A Practice test with coding has only coding questions. Its own question count, marks and duration do not apply.'
          : 'Coding questions from the bank, taken last. The section’s time is the sum of their time limits.'
      }
    >
      <Switch
        label="Coding section"
        checked={on}
        disabled={store.begun}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {on && <Entries />}
    </FormSection>
  )
}

const clearedQuestion = (questions: number): ConfirmQuestion => ({
  title: 'Make this a coding-only Practice test?',
  message: `Its ${plural(questions, 'multiple-choice question')} will be cleared.`,
  consequences: 'Until you save, you can undo this.',
  confirmLabel: 'Clear and add coding',
})

function Entries() {
  const store = useDraftStore()
  const entries = useDraft(({ draft }) => draft.codingQuestions)
  const error = useDraftError('codingQuestions')
  const picker = useDialog<readonly string[]>()
  const seconds = entries.reduce((sum, { timeLimit }) => sum + (typeof timeLimit === 'number' ? timeLimit : 0), 0)
  const add = (chosen: DraftCoding[]) =>
    store.setField('codingQuestions', [...store.read().draft.codingQuestions, ...chosen])
  return (
    <>
      <FormError>{error}</FormError>
      {entries.length > 0 && (
        <Stack component="ol" gap="xs" aria-label="Coding questions">
          {entries.map((entry, at) => (
            <Entry key={entry.questionId} entry={entry} at={at} last={at === entries.length - 1} />
          ))}
        </Stack>
      )}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={store.begun || entries.length >= bounds.coding.max}
          onClick={() => picker.open(entries.map(({ questionId }) => questionId))}
          data-path="codingQuestions"
        >
          Add coding questions
        </Button>
        <Text size="sm" c="dimmed" className="tabular">
          {entries.length} of at most {bounds.coding.max}
          {seconds > 0 && ` · ${durationText(seconds / 60)}`}
        </Text>
      </Group>
      {picker.show((taken, dialog) => (
        <CodingPicker taken={taken} onAdd={add} {...dialog} />
      ))}
    </>
  )
}

function Entry({ entry, at, last }: { entry: DraftCoding; at: number; last: boolean }) {
  const store = useDraftStore()
  const path = `codingQuestions.${at}`
  const idError = useDraftError(`${path}.questionId`)
  const change = (fields: Partial<DraftCoding>) => store.change((draft) => withCodingEntry(draft, at, fields))
  const { title } = entry
  const difficulty = codingDifficulties.find((known) => known === entry.difficulty)
  return (
    <Stack component="li" gap="xs" p="sm" className="card">
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="4px 10px" miw={0} mih={28}>
          <Text span inherit miw={0} fw={550} className="anywhere">
            {title}
          </Text>
          {difficulty && <DifficultyBadge difficulty={difficulty} />}
        </Group>
        {!store.begun && (
          <Group component="span" gap={0} wrap="nowrap" align="stretch" flex="none">
            <MoveTools
              what={title}
              first={at === 0}
              last={last}
              onMove={(by) => store.change((draft) => withCodingMoved(draft, at, by))}
            />
            <IconTool
              label={`Remove ${title}`}
              onClick={() =>
                store.change((draft) => ({ ...draft, codingQuestions: draft.codingQuestions.toSpliced(at, 1) }), {
                  text: `${title} removed`,
                  back: (d) => ({ ...d, codingQuestions: d.codingQuestions.toSpliced(at, 0, entry) }),
                })
              }
            >
              <IconTrash size={16} aria-hidden />
            </IconTool>
          </Group>
        )}
      </Group>
      {idError && (
        <Text size="sm" c="red">
          {idError}
        </Text>
      )}
      <SimpleGrid minColWidth={140} autoFlow="auto-fit" style={{ alignItems: 'start' }}>
        <NumberField
          label="Marks"
          aria-label={`Marks for ${title}`}
          value={entry.points}
          disabled={store.begun}
          error={useDraftError(`${path}.points`)}
          data-path={`${path}.points`}
          onChange={(points) => change({ points })}
        />
        <NumberField
          label="Time limit in seconds"
          aria-label={`Time limit for ${title} in seconds`}
          value={entry.timeLimit}
          inputMode="numeric"
          disabled={store.begun}
          error={useDraftError(`${path}.timeLimit`)}
          data-path={`${path}.timeLimit`}
          onChange={(timeLimit) => change({ timeLimit })}
        />
      </SimpleGrid>
    </Stack>
  )
}

interface CodingPickerProps extends DialogProps {
  taken: readonly string[]
  onAdd: (entries: DraftCoding[]) => void
}

/** Selects published questions from the bank. */
function CodingPicker({ opened, taken, onAdd, onClose }: CodingPickerProps) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<readonly BankQuestion[]>([])
  const { questions, total, error, isFetching, hasMore, loadMore, retry } = useBank(search)
  const room = bounds.coding.max - taken.length
  const toggle = (question: BankQuestion) =>
    setPicked((before) =>
      before.some(({ id }) => id === question.id)
        ? before.filter(({ id }) => id !== question.id)
        : [...before, question],
    )
  const add = () => {
    onAdd(picked.map(({ id, title, difficulty }) => ({ questionId: id, title, difficulty, ...codingDefaults })))
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Add Coding Questions" size="lg">
      <SearchInput value={search} onChange={setSearch} placeholder="Search by title or tag" />
      {questions ? (
        questions.length === 0 ? (
          <EmptyState
            icon={search ? IconSearch : IconCode}
            title={search ? 'No questions match your search' : 'No published questions yet'}
            text={search ? 'Try another word.' : 'Write questions under Coding Questions.'}
          />
        ) : (
          <>
            <Stack
              component="ul"
              gap={2}
              mt="xs"
              mah="50vh"
              style={{ overflowY: 'auto' }}
              aria-label="Published coding questions"
            >
              {questions.map((question) => {
                const has = taken.includes(question.id)
                const isPicked = picked.some(({ id }) => id === question.id)
                return (
                  <Group
                    component="li"
                    gap="xs"
                    wrap="nowrap"
                    align="flex-start"
                    justify="space-between"
                    py={6}
                    px="xs"
                    key={question.id}
                    bdrs="sm"
                    className="hoverable"
                  >
                    <Checkbox
                      flex={1}
                      miw={0}
                      className="anywhere"
                      label={question.title}
                      description={has ? 'Already in this test' : question.tags.join(', ')}
                      checked={has || isPicked}
                      disabled={has || (!isPicked && picked.length >= room)}
                      onChange={() => toggle(question)}
                    />
                    {!question.practice && <ExamOnlyBadge />}
                    <DifficultyBadge difficulty={question.difficulty} />
                  </Group>
                )
              })}
            </Stack>
            {hasMore && (
              <Button variant="default" size="compact-sm" mt="xs" loading={isFetching} onClick={loadMore}>
                Show more of {total.toLocaleString()}
              </Button>
            )}
          </>
        )
      ) : (
        <QueryPending
          query={{ error, refetch: retry }}
          failed="Failed to fetch coding questions"
          loading="Loading coding questions"
        />
      )}
      <StickyActions>
        <Text size="sm" c="dimmed" mr="auto" className="tabular" aria-live="polite">
          {picked.length} selected
        </Text>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={picked.length === 0} onClick={add}>
          Add
        </Button>
      </StickyActions>
    </Modal>
  )
}
