import { Button, Checkbox, Text } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { type BankFilter, type BankQuestion, useBankPage } from '../../bank-queries.ts'
import { bankIdsIn, copyOf } from '../../model/bank-copies.ts'
import type { DraftQuestion } from '../../model/test-draft.ts'
import { useDraft } from '../use-test-draft.ts'
import { BankFilters, isFiltered } from './bank-filters.tsx'
import { BankRow } from './bank-row.tsx'

interface BankPickerProps extends DialogProps {
  /** The name of the section; undefined in a flat test. */
  section: string | undefined
  marksPerQuestion: number
  /** The number of questions that still fit. */
  room: number
  onAdd: (questions: DraftQuestion[]) => void
}

/** A dialog to choose bank questions to copy into a part. */
export function BankPicker({ opened, section, marksPerQuestion, room, onAdd, onClose }: BankPickerProps) {
  const draft = useDraft((state) => state.draft)
  const [filter, setFilter] = useState<BankFilter>({})
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<readonly BankQuestion[]>([])
  const [withPartMarks, setWithPartMarks] = useState(false)
  const list = useBankPage(filter, page)
  const taken = bankIdsIn(draft)
  const left = room - picked.length
  const narrow = (change: BankFilter) => {
    setFilter({ ...filter, ...change })
    setPage(1)
  }
  const isPicked = (id: string) => picked.some((question) => question.id === id)
  const toggle = (question: BankQuestion) =>
    setPicked(isPicked(question.id) ? picked.filter(({ id }) => id !== question.id) : [...picked, question])
  const free = (list.data?.questions ?? []).filter(({ id }) => !taken.has(id))
  const waiting = free.filter(({ id }) => !isPicked(id))
  const isAll = free.length > 0 && waiting.length === 0
  /** Picks as many of the page's questions as fit, oldest first, or drops all of them. */
  const togglePage = () =>
    setPicked(
      isAll || left === 0
        ? picked.filter(({ id }) => !free.some((question) => question.id === id))
        : [...picked, ...waiting.slice(0, left).sort((a, b) => (a.id < b.id ? -1 : 1))],
    )
  const add = () => {
    if (picked.length === 0) return
    onAdd(
      picked.map((question) => {
        const keepsMarks = !withPartMarks && question.marks !== marksPerQuestion
        return copyOf(question, keepsMarks ? undefined : marksPerQuestion)
      }),
    )
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event
    if (!(target instanceof HTMLInputElement)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (key !== 'Enter' && !step) return
    event.preventDefault()
    if (!step) return add()
    const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')]
    boxes[boxes.indexOf(target) + step]?.focus()
  }
  const otherMarks = picked.filter(({ marks }) => marks !== marksPerQuestion).length
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Add from the bank${section === undefined ? '' : ` · ${section}`}`}
      size="wide"
      sticky={picked.length > 0}
    >
      <BankFilters filter={filter} onChange={narrow} />
      {list.data ? (
        list.data.questions.length === 0 ? (
          isFiltered(filter) ? (
            <NoMatches
              title="No questions match"
              text="Try other words or remove a filter."
              onClear={() => {
                setFilter({})
                setPage(1)
              }}
            />
          ) : (
            <EmptyState
              icon={IconBooks}
              title="The bank is empty"
              text="Add questions under Question Bank, or save this test’s questions to the bank."
            />
          )
        ) : (
          <div className="card" style={{ opacity: list.isPlaceholderData ? 0.6 : undefined }}>
            <Checkbox
              px="sm"
              py="xs"
              label="Select all on this page"
              checked={isAll}
              indeterminate={!isAll && waiting.length < free.length}
              disabled={list.isPlaceholderData || free.length === 0 || (left === 0 && waiting.length === free.length)}
              onChange={togglePage}
            />
            <ul className="rows" aria-label="Bank questions" aria-busy={list.isPlaceholderData} onKeyDown={onKeyDown}>
              {list.data.questions.map((question) => (
                <BankRow
                  key={question.id}
                  question={question}
                  isTaken={taken.has(question.id)}
                  isPicked={isPicked(question.id)}
                  fits={left > 0}
                  onToggle={toggle}
                />
              ))}
            </ul>
            <DataListFooter {...list.data.pagination} shown={list.data.questions.length} onChange={setPage} />
          </div>
        )
      ) : (
        <LoadState query={list} what="questions" />
      )}
      <StickyActions>
        <Text size="sm" c="dimmed" me="auto" w={{ base: '100%', sm: 'auto' }} className="tabular" aria-live="polite">
          {picked.length} selected, {left > 0 ? `room for ${left.toLocaleString()} more` : 'no room for more'}
          <Text span inherit fz="xs" ms={8} className="shortcut">
            <kbd>Space</kbd> selects, <kbd>Enter</kbd> adds
          </Text>
        </Text>
        {otherMarks > 0 && (
          <Checkbox
            label={`Give each ${plural(marksPerQuestion, 'mark')}, not the bank’s marks`}
            checked={withPartMarks}
            onChange={(event) => setWithPartMarks(event.currentTarget.checked)}
          />
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={picked.length === 0} onClick={add}>
          {picked.length === 0 ? 'Add questions' : `Add ${plural(picked.length, 'question')}`}
        </Button>
      </StickyActions>
    </Modal>
  )
}
