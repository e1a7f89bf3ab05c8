import { Alert, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react'
import type { AutosaveState } from '#client/lib/draft-autosave.ts'
import { codeOf, fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SaveBar } from '#client/ui/save-bar.tsx'
import { useDraftAutosave } from '#client/ui/use-draft-autosave.ts'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import { codingMessages } from '../../model/coding-text.ts'
import { alertOf, figuresOf } from '../../model/question-draft.ts'
import type { QuestionStore } from '../../model/question-draft-store.ts'
import { isKeepable } from '../../model/saved-question-draft.ts'
import { type QuestionDetail, useCreateQuestion, useUpdateQuestion } from '../../queries.ts'
import { ExamOnlyBadge, QuestionStatusBadge } from '../question-badges.tsx'
import { CasesEditor } from './cases-editor.tsx'
import { CheckPanel } from './check-panel.tsx'
import { ComparisonFields } from './comparison-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { SolutionsEditor } from './solutions-editor.tsx'
import { TemplateFields } from './template-fields.tsx'
import { DraftProvider, useDraft, useDraftStore } from './use-question-draft.ts'

interface QuestionEditorProps {
  /** The stored question with its check results; undefined for a new one. */
  stored: QuestionDetail | undefined
  store: QuestionStore
  draftKey: string
  /** Called after saving, while the check runs. The editor restarts from the stored question. */
  onSaved: (question: QuestionDetail) => void
}

const none: NonNullable<QuestionDetail['solutions']> = []

/** The text depends on whether unsaved changes are kept as a draft in this browser. */
const leaveWarning = ({ state }: AutosaveState) =>
  state === 'refused'
    ? 'You have unsaved changes to this question. If you leave now, you lose them.'
    : 'You have unsaved changes. They stay in this browser as a draft until you come back.'

export function QuestionEditor({ stored, store, draftKey, onSaved }: QuestionEditorProps) {
  const page = useRef<HTMLFormElement>(null)
  const left = useRef(false)
  const navigate = useNavigate()
  const create = useCreateQuestion()
  const update = useUpdateQuestion()
  const [failure, setFailure] = useState<string | null>(null)
  const { keeping: autosave, drop } = useDraftAutosave(store, { key: draftKey, base: null, fits: isKeepable })
  const busy = create.isPending || update.isPending
  useLeaveWarning(() => !left.current && store.hasChanges(), leaveWarning(autosave))

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    const form = store.check()
    if (!form) return focusFirst(page.current, store)
    try {
      const { question } = stored
        ? await update.mutateAsync({ id: stored.id, ...form })
        : await create.mutateAsync(form)
      left.current = true
      drop()
      notify.success(stored ? 'Question updated' : 'Question created')
      if (form.solutions.length === 0) await navigate({ to: '/coding-questions' })
      else if (stored) onSaved(question)
      else
        await navigate({
          to: '/coding-questions/$questionId/edit',
          params: { questionId: question.id },
          replace: true,
        })
    } catch (error) {
      const errors = fieldErrorsOf(error)
      if (codeOf(error) === 'VALIDATION' && Object.keys(errors).length > 0) {
        store.showErrors(errors)
        focusFirst(page.current, store)
      } else setFailure(messageOf(error, stored ? codingMessages.updateFailed : codingMessages.createFailed))
    }
  }

  return (
    <DraftProvider value={store}>
      <form ref={page} noValidate onSubmit={(event) => void submit(event)}>
        <PageHeader
          title={stored ? 'Edit Coding Question' : 'Add Coding Question'}
          purpose="Write the statement, add test cases, and check them with reference solutions."
          action={
            stored && (
              <Group gap="xs">
                {!stored.practice && <ExamOnlyBadge />}
                <QuestionStatusBadge {...stored} />
              </Group>
            )
          }
        />
        {stored && <CheckPanel question={stored} />}
        {stored !== undefined && (stored.usedBy ?? 0) > 0 && (
          <Alert color="indigo" mb="lg" icon={<IconInfoCircle size={18} aria-hidden />}>
            {plural(stored.usedBy ?? 0, 'test uses', 'tests use')} this question. Changes apply to attempts from now on.
          </Alert>
        )}
        <QuestionFields id={stored?.id} />
        <TemplateFields />
        <ComparisonFields />
        <CasesEditor />
        <SolutionsEditor outcomes={stored?.solutions ?? none} />
        <QuestionSaveBar
          failure={failure}
          autosave={autosave}
          busy={busy}
          label={stored ? 'Save Changes' : 'Create Question'}
        />
      </form>
    </DraftProvider>
  )
}

function focusFirst(page: HTMLElement | null, store: QuestionStore) {
  const path = Object.keys(store.read().errors)[0]
  // Wait a frame, because the field's test case may have been collapsed until now.
  requestAnimationFrame(() => page?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus())
}

interface QuestionSaveBarProps extends Pick<ComponentProps<typeof SaveBar>, 'autosave' | 'busy' | 'label'> {
  failure: string | null
}

function QuestionSaveBar({ failure, ...props }: QuestionSaveBarProps) {
  const store = useDraftStore()
  const errors = useDraft((state) => state.errors)
  const figures = useDraft(({ draft }) => figuresOf(draft))
  const undo = useDraft((state) => state.undo)
  return (
    <SaveBar
      {...props}
      message={failure ?? alertOf(errors)}
      figures={figures}
      undo={undo}
      onUndo={store.undo}
      onForgetUndo={store.forgetUndo}
      cancelTo="/coding-questions"
    />
  )
}
