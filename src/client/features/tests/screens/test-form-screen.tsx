import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { localStore } from '#client/lib/device/browser.ts'
import { draftTime } from '#client/lib/draft-time.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { readSession } from '#client/lib/session-store.ts'
import { DraftOffer } from '#client/ui/draft-offer.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { OwnTestsGate, OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { ReadOnlyTest } from '../components/read-only-test.tsx'
import { TestEditor } from '../components/test-editor.tsx'
import { TotalsLine } from '../components/totals-line.tsx'
import { recalledTestType, testTypeOf } from '../model/chosen-type.ts'
import { savedTestDrafts, withKnownIds } from '../model/saved-test-draft.ts'
import { permittedOf } from '../model/started-test.ts'
import { draftOf, draftSchema, emptyDraft, type TestDraft } from '../model/test-draft.ts'
import { DraftStore, same } from '../model/test-draft-store.ts'
import { type TestDetail, useTestToEdit } from '../queries.ts'

export function TestFormScreen() {
  const { testId } = useParams({ strict: false })
  const { type } = useSearch({ strict: false })
  useBackLink({ to: '/tests', label: 'Tests' })
  // Keyed, so another test in the URL gets a new editor.
  return (
    <OwnTestsGate>
      {(canWrite) =>
        testId !== undefined ? (
          <StoredTest key={testId} id={testId} canWrite={canWrite} />
        ) : canWrite ? (
          <Draft key="new" stored={undefined} type={testTypeOf(type)} />
        ) : (
          <OwnTestsOff />
        )
      }
    </OwnTestsGate>
  )
}

function StoredTest({ id, canWrite }: { id: string; canWrite: boolean }) {
  const { data: test, error, refetch } = useTestToEdit(id)
  // Only the author and the owner get the version, and the owner cannot change colleges' tests.
  if (test)
    return canWrite && test.version && !test.collegeName ? <Draft stored={test} /> : <ReadOnlyTest test={test} />
  if (error) return <PageError title="Failed to load test details" error={error} onRetry={() => void refetch()} />
  return <Loading label="Loading the test" />
}

/** The editor, once a draft kept in this browser has been restored or discarded. */
function Draft({ stored, type }: { stored: TestDetail | undefined; type?: TestType | undefined }) {
  const [begin] = useState(() => beginningOf(stored, type))
  const { kept, initial, storeOf } = begin
  const [store, setStore] = useState(() => (kept ? null : storeOf({})))
  if (store) return <TestEditor stored={stored} store={store} draftKey={begin.key} base={begin.base} />
  if (!kept) return null
  const restored = restorable(kept.draft, initial, stored)
  return (
    <>
      <PageHeader
        title={stored ? 'Edit Test' : 'Create Test'}
        purpose="You have unsaved changes. Restore or discard them first."
      />
      <DraftOffer
        savedAt={kept.savedAt}
        name={kept.draft.testName.trim() || 'Untitled test'}
        figures={<TotalsLine draft={kept.draft} />}
        warnings={[
          ...(kept.base === begin.base ? [] : [changedSince]),
          ...(same(restored, kept.draft) || !stored?.attemptCount ? [] : [begunSince]),
        ]}
        onRestore={() => setStore(storeOf({ restored }))}
        onDiscard={() => {
          localStore.remove(begin.key)
          const text = `Draft from ${draftTime(kept.savedAt)} discarded`
          setStore(storeOf({ undo: { text, back: () => restored } }))
        }}
      />
    </>
  )
}

const changedSince =
  'The test was saved after you started this draft, by you or someone else. Restoring and saving the draft will overwrite that version.'
const begunSince =
  'Students have since started the test. Only the parts of your draft that can still change are restored: names, description, dates, explanations and the answer key.'

/** The editor's initial state, and the draft kept in this browser. */
function beginningOf(stored: TestDetail | undefined, type: TestType | undefined) {
  const initial = stored ? draftOf(stored) : emptyDraft(type ?? recalledTestType())
  const key = savedTestDrafts.keyOf(readSession()?.user.id ?? '', stored?.id)
  const base = stored ? String(stored.version) : null
  savedTestDrafts.forgetOld(localStore, now())
  const begun = (stored?.attemptCount ?? 0) > 0
  const storeOf = (begin: Pick<ConstructorParameters<typeof DraftStore>[0], 'restored' | 'undo'>) =>
    new DraftStore({ schema: draftSchema(stored), initial, begun, testId: stored?.id, ...begin })
  return { initial, key, base, kept: savedTestDrafts.read(localStore, key), storeOf }
}

/** Limits a kept draft to what the stored test still allows. */
const restorable = (draft: TestDraft, initial: TestDraft, stored: TestDetail | undefined) =>
  stored?.attemptCount ? permittedOf(initial, draft) : withKnownIds(draft, stored && initial)
