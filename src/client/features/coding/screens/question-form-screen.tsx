import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { localStore } from '#client/features/attempts/model/browser.ts'
import { draftTime } from '#client/features/tests/components/draft-offer.tsx'
import { now } from '#client/lib/clock.ts'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/plural.ts'
import { readSession } from '#client/lib/session-store.ts'
import { BackLink } from '#client/ui/back-link.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { QuestionEditor } from '../components/editor/question-editor.tsx'
import { draftOf, emptyDraft } from '../model/draft/draft.ts'
import { QuestionStore } from '../model/draft/draft-store.ts'
import { draftKey, forgetOldDrafts, type KeptDraft, readKept } from '../model/draft/kept-draft.ts'
import { codingSentences } from '../model/sentences.ts'
import { type QuestionDetail, useQuestionToEdit } from '../queries.ts'

/** A new coding question, or one to change. */
export function QuestionFormScreen() {
  const { questionId } = useParams({ strict: false })
  return (
    <>
      <BackLink to="/coding-questions">Coding Questions</BackLink>
      {/* Another question in the path is another editor, never the same one with other words in it. */}
      {questionId === undefined ? (
        <Draft key="new" initial={undefined} stored={undefined} onSaved={() => {}} />
      ) : (
        <StoredQuestion key={questionId} id={questionId} />
      )}
    </>
  )
}

function StoredQuestion({ id }: { id: string }) {
  const { data, error, refetch } = useQuestionToEdit(id)
  // Once the editor has begun, an answer that fails to come is no reason to take it away.
  const begun = useRef(false)
  const [saved, setSaved] = useState<{ question: QuestionDetail; turn: number } | null>(null)
  if (data && (begun.current || !error)) {
    begun.current = true
    return (
      <Draft
        key={saved?.turn ?? 0}
        initial={saved?.question ?? data}
        stored={data}
        onSaved={(question) => {
          setSaved((before) => ({ question, turn: (before?.turn ?? 0) + 1 }))
          // The check is told about at the top.
          window.scrollTo({ top: 0 })
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      />
    )
  }
  if (error)
    return (
      <ErrorState
        page
        title={codingSentences.detailsFailed}
        message={messageOf(error)}
        onRetry={() => void refetch()}
      />
    )
  return <Loading label="Loading the question" />
}

interface DraftProps {
  /** What the editor begins with. */
  initial: QuestionDetail | undefined
  /** What is known of the question now. */
  stored: QuestionDetail | undefined
  onSaved: (question: QuestionDetail) => void
}

/** The editor, after a draft that this browser keeps was restored or discarded. */
function Draft({ initial, stored, onSaved }: DraftProps) {
  const [begin] = useState(() => {
    const key = draftKey(readSession()?.user.id ?? '', initial?.id)
    forgetOldDrafts(localStore, now())
    return { key, draft: initial ? draftOf(initial) : emptyDraft(), kept: readKept(localStore, key) }
  })
  const { key, draft, kept } = begin
  const [store, setStore] = useState(() => (kept ? null : new QuestionStore(draft)))
  if (store) return <QuestionEditor stored={stored} store={store} keptAs={key} onSaved={onSaved} />
  if (!kept) return null
  return (
    <>
      <PageHeader
        title={stored ? 'Edit Coding Question' : 'Add Coding Question'}
        purpose="Before you go on: decide about what you did not save."
      />
      <DraftOffer
        kept={kept}
        replaces={stored !== undefined}
        onRestore={() => setStore(new QuestionStore(draft, kept.draft))}
        onDiscard={() => {
          localStore.remove(key)
          setStore(new QuestionStore(draft))
        }}
      />
    </>
  )
}

interface DraftOfferProps {
  kept: KeptDraft
  /** There is a stored question that it would take the place of. */
  replaces: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Asked before the editor opens: this browser keeps something that was never saved. */
const DraftOffer = ({ kept: { savedAt, draft }, replaces, onRestore, onDiscard }: DraftOfferProps) => (
  <Paper withBorder p="lg" maw={640} component="section" aria-labelledby="draft-offer">
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconHistory size={22} stroke={1.6} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h3" id="draft-offer">
          You have an unsaved draft from {draftTime(savedAt)}
        </Title>
        <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
          {draft.title.trim() || 'Untitled question'}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {plural(draft.testCases.length, 'test case')} · {plural(draft.solutions.length, 'reference solution')}
        </Text>
        {replaces && (
          <Text size="sm" c="dimmed" mt={6}>
            Restored and saved, it replaces the question as it is now.
          </Text>
        )}
      </div>
    </Group>
    <Group mt="lg" gap="xs">
      <Button onClick={onRestore}>Restore</Button>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
    </Group>
  </Paper>
)
