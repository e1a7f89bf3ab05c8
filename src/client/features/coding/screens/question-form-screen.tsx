import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { localStore } from '#client/lib/device/browser.ts'
import { draftTime } from '#client/lib/draft-time.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { readSession } from '#client/lib/session-store.ts'
import { DraftOffer } from '#client/ui/draft-offer.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { QuestionEditor } from '../components/editor/question-editor.tsx'
import { JudgeWarning } from '../components/judge-warning.tsx'
import { codingMessages } from '../model/coding-text.ts'
import { draftOf, emptyDraft, figuresOf } from '../model/question-draft.ts'
import { QuestionStore } from '../model/question-draft-store.ts'
import { savedQuestionDrafts } from '../model/saved-question-draft.ts'
import { type QuestionDetail, useQuestionToEdit } from '../queries.ts'

export function QuestionFormScreen() {
  const { questionId } = useParams({ strict: false })
  useBackLink({ to: '/coding-questions', label: 'Coding Questions' })
  // Keyed, so another question in the URL gets a new editor.
  return questionId === undefined ? (
    <Draft key="new" initial={undefined} stored={undefined} onSaved={() => {}} />
  ) : (
    <StoredQuestion key={questionId} id={questionId} />
  )
}

function StoredQuestion({ id }: { id: string }) {
  const { data, error, refetch } = useQuestionToEdit(id)
  // Once the editor is open, a failed refetch must not close it.
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
          // Scroll up to show the result of the check.
          window.scrollTo({ top: 0 })
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      />
    )
  }
  if (error) return <PageError title={codingMessages.detailsFailed} error={error} onRetry={() => void refetch()} />
  return <Loading label="Loading the question" />
}

interface DraftProps {
  initial: QuestionDetail | undefined
  /** The question as last loaded. */
  stored: QuestionDetail | undefined
  onSaved: (question: QuestionDetail) => void
}

/** The editor, once a draft kept in this browser has been restored or discarded. */
function Draft({ initial, stored, onSaved }: DraftProps) {
  const [begin] = useState(() => {
    const key = savedQuestionDrafts.keyOf(readSession()?.user.id ?? '', initial?.id)
    savedQuestionDrafts.forgetOld(localStore, now())
    return { key, draft: initial ? draftOf(initial) : emptyDraft(), kept: savedQuestionDrafts.read(localStore, key) }
  })
  const { key, draft, kept } = begin
  const [store, setStore] = useState(() => (kept ? null : new QuestionStore({ initial: draft })))
  if (store)
    return (
      <>
        <JudgeWarning />
        <QuestionEditor stored={stored} store={store} draftKey={key} onSaved={onSaved} />
      </>
    )
  if (!kept) return null
  return (
    <>
      <PageHeader
        title={stored ? 'Edit Coding Question' : 'Add Coding Question'}
        purpose="You have unsaved changes. Restore or discard them first."
      />
      <DraftOffer
        savedAt={kept.savedAt}
        name={kept.draft.title.trim() || 'Untitled question'}
        figures={figuresOf(kept.draft)}
        warnings={stored ? ['If you restore and save it, it replaces the current question.'] : []}
        onRestore={() => setStore(new QuestionStore({ initial: draft, restored: kept.draft }))}
        onDiscard={() => {
          localStore.remove(key)
          const text = `Draft from ${draftTime(kept.savedAt)} discarded`
          setStore(new QuestionStore({ initial: draft, undo: { text, back: () => kept.draft } }))
        }}
      />
    </>
  )
}
