import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { Note } from '#client/ui/note.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Ruling } from '#shared/tests/scheme.rules.ts'
import { partsOfDraft } from '../model/draft-parts.ts'
import { paperText } from '../model/paper-text.ts'
import { withDrawn, withDrawnChange } from '../model/started-test.ts'
import { type DraftQuestion, storedQuestion, type TestDraft } from '../model/test-draft.ts'
import { type DrawnQuestion, useDrawnQuestions } from '../queries.ts'
import { IconTool } from './icon-tool.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { Answer } from './question-list.tsx'
import classes from './questions.module.css'
import { useDraft, useDraftStore } from './use-test-draft.ts'

const perPage = 20

const hasPools = (draft: TestDraft) => partsOfDraft(draft).some(({ pools }) => pools.length > 0)

/** The id in the URL of a question to open; null if there is none, or every student gets that question. */
function useLinkedQuestion(): string | null {
  const { question = null } = useSearch({ strict: false })
  const isFixed = useDraft(({ draft }) =>
    partsOfDraft(draft).some(({ questions }) => questions.some(({ id }) => id === question)),
  )
  return isFixed ? null : question
}

/** The questions that the pools of a started test draw from, to change their keys. */
export function DrawnQuestions({ testId }: { testId: string }) {
  const isDrawn = useDraft(({ draft }) => hasPools(draft))
  return isDrawn && <DrawnList testId={testId} />
}

function DrawnList({ testId }: { testId: string }) {
  const store = useDraftStore()
  const draft = useDraft((state) => state.draft)
  const linked = useLinkedQuestion()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  /** The only question shown, from a link. */
  const [only, setOnly] = useState(linked)
  const list = useDrawnQuestions({ id: testId, search: only ?? search, page, limit: perPage })
  const editing = useDialog<DrawnQuestion>()
  const section = useRef<HTMLDivElement>(null)
  const find = (text: string) => {
    setOnly(null)
    setSearch(text)
    setPage(1)
  }

  const isLoaded = only !== null && list.data !== undefined && !list.isPlaceholderData
  const openLinked = useEffectEvent(() => {
    const found = list.data?.questions[0]
    if (!found) return setOnly(null)
    section.current?.scrollIntoView({ block: 'center' })
    // The dialog returns the focus here when it closes.
    section.current?.querySelector<HTMLElement>('[data-edit]')?.focus()
    editing.open(found)
  })
  useEffect(() => {
    if (isLoaded) openLinked()
  }, [isLoaded])

  const changed = draft.drawn.length
  return (
    <FormSection
      title="Drawn questions"
      text="The questions in the pools, as copied into this test. A new key regrades only the students who got the question. The bank does not change."
    >
      <Stack ref={section} gap="sm">
        {only === null ? (
          // Enter would submit the test's form.
          <Box onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchInput value={search} onChange={find} placeholder="Search drawn questions" />
          </Box>
        ) : (
          <Group>
            <Button variant="default" onClick={() => find('')}>
              Show all drawn questions
            </Button>
          </Group>
        )}
        <Text size="sm" c="dimmed" role="status">
          {changed > 0 && `${plural(changed, 'drawn question')} changed. Save to regrade.`}
        </Text>
        {!list.data ? (
          <LoadState query={list} what="drawn questions" />
        ) : list.data.questions.length === 0 ? (
          <NoMatches
            title="No questions match"
            text="Try other words."
            clearLabel="Clear search"
            onClear={() => find('')}
          />
        ) : (
          <div className="card" style={{ opacity: list.isPlaceholderData ? 0.6 : undefined }}>
            <ul className="rows" aria-label="Drawn questions" aria-busy={list.isPlaceholderData}>
              {list.data.questions.map((row) => (
                <DrawnRow
                  key={row.question.id}
                  row={row}
                  draft={draft}
                  onEdit={() => editing.open(row)}
                  onRevert={(stored) => store.change((before) => withDrawn(before, stored, stored))}
                />
              ))}
            </ul>
            <DataListFooter {...list.data.pagination} shown={list.data.questions.length} onChange={setPage} />
          </div>
        )}
      </Stack>
      {editing.show(({ question, sectionName }, dialog) => {
        const stored = storedQuestion(question)
        return (
          <QuestionDialog
            question={withDrawnChange(draft, stored)}
            place={null}
            section={sectionName ?? undefined}
            marksPerQuestion={question.marks}
            room={0}
            onKeep={(after) => store.change((before) => withDrawn(before, stored, after))}
            {...dialog}
          />
        )
      })}
    </FormSection>
  )
}

const rulingLabels: Record<Ruling, string> = {
  all: 'Marks for everyone',
  answered: 'Marks for everyone who answered',
  dropped: 'Dropped',
}

interface DrawnRowProps {
  row: DrawnQuestion
  draft: TestDraft
  onEdit: () => void
  /** Called with the stored question. */
  onRevert: (stored: DraftQuestion) => void
}

function DrawnRow({ row, draft, onEdit, onRevert }: DrawnRowProps) {
  const { topic, sectionName, papers } = row
  const edit = useRef<HTMLSpanElement>(null)
  const stored = storedQuestion(row.question)
  const question = withDrawnChange(draft, stored)
  const name = paperText(question.type, question.questionText).slice(0, 80)
  const isChanged = question !== stored
  const facts = [topic, sectionName, `In ${plural(papers, 'paper')}`, plural(row.question.marks, 'mark')]
  return (
    <Box component="li" p="sm">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Box flex={1} miw={0}>
          <Box mah={132} mb={6} fz="sm" fw={550} className={`anywhere ${classes.text}`}>
            <RichText text={paperText(question.type, question.questionText)} />
          </Box>
          <Answer question={question} />
          <Note mt={6} className="anywhere">
            {facts.filter(Boolean).join(' · ')}
          </Note>
          {(isChanged || question.ruling) && (
            <Group gap={6} mt={6}>
              {isChanged && <StatusBadge tone="warning" label="Changed, not saved" />}
              {question.ruling && <StatusBadge tone="neutral" label={rulingLabels[question.ruling]} />}
            </Group>
          )}
        </Box>
        <Group gap={2} wrap="nowrap">
          {isChanged && (
            <IconTool
              label={`Undo the change: ${name}`}
              onClick={() => {
                edit.current?.querySelector('button')?.focus()
                onRevert(stored)
              }}
            >
              <IconArrowBackUp size={16} />
            </IconTool>
          )}
          <span ref={edit}>
            <IconTool label={`Edit drawn question: ${name}`} data-edit={question.key} onClick={onEdit}>
              <IconPencil size={16} />
            </IconTool>
          </span>
        </Group>
      </Group>
    </Box>
  )
}
