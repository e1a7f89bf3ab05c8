import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AutosaveState } from '#client/lib/draft-autosave.ts'
import { codeOf, fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { useUser } from '#client/lib/session.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SaveBar } from '#client/ui/save-bar.tsx'
import { useDraftAutosave } from '#client/ui/use-draft-autosave.ts'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import type { TestForm } from '#shared/tests/form.schema.ts'
import type { PassChange } from '#shared/tests/scheme.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import type { KeyChange } from '#shared/tests/tests.schema.ts'
import { isCodingOnly } from '../model/draft-coding.ts'
import { alertOf, placeOf } from '../model/draft-errors.ts'
import { keyChanges, passChangeOf } from '../model/started-test.ts'
import { toInput } from '../model/test-draft.ts'
import type { DraftStore } from '../model/test-draft-store.ts'
import { type TestDetail, useCreateTest, useUpdateTest } from '../queries.ts'
import { CodingSection } from './coding-section.tsx'
import { DrawnQuestions } from './drawn-questions.tsx'
import { EditorActions } from './editor-actions.tsx'
import { PartQuestions } from './part-questions.tsx'
import { RegradeDialog } from './regrade-dialog.tsx'
import { RulesFields } from './rules-fields.tsx'
import { SchemeFields } from './scheme-fields.tsx'
import { SectionsEditor } from './sections-editor.tsx'
import { SizeFields, TestFields } from './test-fields.tsx'
import { TotalsLine } from './totals-line.tsx'
import { DraftProvider, useDraft, useDraftStore } from './use-test-draft.ts'

interface TestEditorProps {
  /** The test to edit; undefined for a new one. */
  stored: TestDetail | undefined
  store: DraftStore
  draftKey: string
  /** Version of the stored test. */
  base: string | null
}

/** The text depends on whether unsaved changes are kept as a draft in this browser. */
function leaveWarning({ state }: AutosaveState, unfinished: boolean): string {
  if (state === 'refused') return 'This test has unsaved changes. If you leave now, you lose them.'
  const kept = 'Your changes are not saved in the test yet. They stay in this browser as a draft'
  return unfinished ? `${kept}, without the question you are writing.` : `${kept}.`
}

/** Changes that require regrading, and the form to save after confirmation. */
interface Regrade {
  changes: KeyChange[]
  pass: PassChange | null
  form: TestForm
}

export function TestEditor({ stored, store, draftKey, base }: TestEditorProps) {
  const { role } = useUser()
  const page = useRef<HTMLFormElement>(null)
  const left = useRef(false)
  const { keeping: autosave, drop } = useDraftAutosave(store, { key: draftKey, base })
  const regrade = useDialog<Regrade>()
  const unfinished = useSyncExternalStore(store.subscribe, () => store.read().unfinished)
  useLeaveWarning(() => !left.current && store.isDirty(), leaveWarning(autosave, unfinished))
  const { save, busy, failure, forgetFailure } = useSaveTest(stored, store, () => {
    left.current = true
    drop()
  })

  const { question } = useSearch({ strict: false })
  useEffect(() => {
    if (question) focusQuestion(page.current, store, question)
  }, [question, store])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    forgetFailure()
    const form = store.check()
    if (!form) return focusFirst(page.current, store)
    const { draft } = store.read()
    const changes = store.begun ? keyChanges(store.initial, draft) : []
    const pass = store.begun ? passChangeOf(store.initial, draft) : null
    if (changes.length > 0 || pass) return regrade.open({ changes, pass, form })
    if (!(await save(form))) focusFirst(page.current, store)
  }
  const confirmRegrade = async (form: TestForm) => {
    const saved = await save(form)
    regrade.close()
    if (!saved) focusFirst(page.current, store)
  }

  return (
    <DraftProvider value={store}>
      <form ref={page} noValidate onSubmit={(event) => void submit(event)}>
        <PageHeader
          title={stored ? 'Edit Test' : 'Create Test'}
          purpose={
            stored
              ? 'Changes are visible immediately to everyone who has the test.'
              : 'Describe the test, choose when it can be taken, and add questions.'
          }
          action={
            <EditorActions
              stored={stored}
              onLeave={() => {
                left.current = true
              }}
            />
          }
        />
        {stored && store.begun && <StartedNote attempts={stored.attemptCount ?? 0} />}
        <TestFields />
        <Structure />
        {stored && store.begun && <DrawnQuestions testId={stored.id} />}
        {role === 'master_admin' && <CodingSection />}
        <SchemeFields />
        <RulesFields stored={stored} />
        <TestSaveBar
          failure={failure}
          autosave={autosave}
          busy={busy}
          label={stored ? 'Save Changes' : 'Create Test'}
        />
      </form>
      {stored &&
        regrade.show(({ changes, pass, form }, dialog) => (
          <RegradeDialog
            testId={stored.id}
            changes={changes}
            pass={pass}
            busy={busy}
            onConfirm={() => void confirmRegrade(form)}
            {...dialog}
          />
        ))}
    </DraftProvider>
  )
}

/** The sections, or one list of questions in a test without sections. */
function Structure() {
  const testType = useDraft(({ draft }) => draft.testType)
  const codingOnly = useDraft(({ draft }) => isCodingOnly(draft))
  if (codingOnly) return null
  return isSectioned(testType) ? (
    <SectionsEditor />
  ) : (
    <>
      <SizeFields />
      <FormSection title="Questions" text="Write questions of any type here, or import a file of questions.">
        <FlatQuestions />
      </FormSection>
    </>
  )
}

function FlatQuestions() {
  const { questions, numberOfQuestions, countTyped, marksPerQuestion, bestOf, pools } = useDraft(({ draft }) => draft)
  return (
    <PartQuestions
      part={null}
      questions={questions}
      numberOfQuestions={numberOfQuestions}
      countTyped={countTyped}
      marksPerQuestion={marksPerQuestion}
      bestOf={bestOf}
      pools={pools}
    />
  )
}

const StartedNote = ({ attempts }: { attempts: number }) => (
  <Alert
    color="indigo"
    mb="lg"
    icon={<IconLock size={18} aria-hidden />}
    title={`${plural(attempts, 'student has', 'students have')} started this test`}
  >
    You can still change its name, description, dates, topics, difficulty, section names and explanations. A new answer
    key, pass mark or cut-off regrades submitted attempts; you first see who is affected. The type, sections, questions,
    options, images, marks and durations can no longer change.
  </Alert>
)

/** Focuses the edit button of a stored question. Does nothing for an unknown id. */
function focusQuestion(page: HTMLElement | null, store: DraftStore, id: string) {
  const { sections, questions } = store.read().draft
  const section = sections.find((each) => each.questions.some((question) => question.id === id))
  if (!section && !questions.some((question) => question.id === id)) return
  if (section) store.open(section.key)
  requestAnimationFrame(() => page?.querySelector<HTMLElement>(`[data-edit="${id}"]`)?.focus())
}

/** Focuses the topmost invalid field, or the edit button of the question that contains it. */
function focusFirst(page: HTMLElement | null, store: DraftStore) {
  const { draft, errors } = store.read()
  const path = Object.keys(errors)[0]
  if (path === undefined) return
  const { question } = placeOf(draft, path)
  const selector = question === undefined ? `[data-path="${path}"]` : `[data-edit="${question}"]`
  // Wait a frame, because the section may have been collapsed until now.
  requestAnimationFrame(() => page?.querySelector<HTMLElement>(selector)?.focus())
}

interface TestSaveBarProps extends Pick<ComponentProps<typeof SaveBar>, 'autosave' | 'busy' | 'label'> {
  failure: string | null
}

function TestSaveBar({ failure, ...props }: TestSaveBarProps) {
  const store = useDraftStore()
  const draft = useDraft((state) => state.draft)
  const errors = useDraft((state) => state.errors)
  const undo = useDraft((state) => state.undo)
  return (
    <SaveBar
      {...props}
      message={failure ?? alertOf(draft, errors)}
      figures={<TotalsLine draft={draft} />}
      undo={undo}
      onUndo={store.undo}
      onForgetUndo={store.forgetUndo}
      cancelTo="/tests"
    />
  )
}

/** Saves a test and opens the list of tests. @param onSaved called before leaving the page */
function useSaveTest(stored: TestDetail | undefined, store: DraftStore, onSaved: () => void) {
  const navigate = useNavigate()
  const create = useCreateTest()
  const update = useUpdateTest()
  const [failure, setFailure] = useState<string | null>(null)

  const put = (form: TestForm) =>
    stored
      ? update.mutateAsync({ id: stored.id, baseVersion: stored.version, ...toInput(form) })
      : create.mutateAsync(toInput(form))

  /** @returns true if the test was saved; errors are in the store or in `failure` */
  const save = async (form: TestForm): Promise<boolean> => {
    setFailure(null)
    try {
      const { test } = await put(form)
      onSaved()
      notify.success(stored ? 'Test updated successfully!' : 'Test created successfully!')
      await navigate({ to: '/tests', search: { type: test.testType } })
      return true
    } catch (error) {
      const errors = fieldErrorsOf(error)
      if (codeOf(error) === 'VALIDATION' && Object.keys(errors).length > 0) store.showErrors(errors)
      else {
        const reason = messageOf(error, 'Unknown error')
        setFailure(stored ? reason : `Test creation failed: ${reason}`)
      }
      return false
    }
  }
  return { save, failure, forgetFailure: () => setFailure(null), busy: create.isPending || update.isPending }
}
