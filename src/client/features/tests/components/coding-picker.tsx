import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCode, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { DifficultyBadge, ExamOnlyBadge } from '#client/features/coding/components/question-badges.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { bounds, codingDefaults } from '#shared/tests/form.schema.ts'
import type { DraftCoding } from '../model/test-draft.ts'
import { type BankQuestion, useBank } from '../queries.ts'
import classes from './sections-editor.module.css'

interface CodingPickerProps {
  opened: boolean
  /** Questions that are already in the test. */
  taken: readonly string[]
  onAdd: (entries: DraftCoding[]) => void
  onClose: () => void
}

/** Selects published questions from the bank. */
export function CodingPicker({ opened, taken, onAdd, onClose }: CodingPickerProps) {
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
            text={search ? 'Try another word.' : 'Questions are written under Coding Questions.'}
          />
        ) : (
          <>
            <Stack component="ul" gap={2} mt="xs" className={classes.choices} aria-label="Published coding questions">
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
                    className={`hoverable ${classes.choice}`}
                  >
                    <Checkbox
                      flex={1}
                      miw={0}
                      className="anywhere"
                      label={question.title}
                      description={has ? 'In this test already' : question.tags.join(', ')}
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
      ) : error ? (
        <ErrorState title="Failed to fetch coding questions" message={messageOf(error)} onRetry={retry} />
      ) : (
        <Loading label="Loading coding questions" />
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
