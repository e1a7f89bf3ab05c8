import { Alert, Button, Group, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useRef } from 'react'
import { QuestionPaper, type ShownQuestion } from '#client/features/tests/components/paper-view.tsx'
import { QuestionFields } from '#client/features/tests/components/question-fields.tsx'
import { QuestionFormProvider } from '#client/features/tests/components/question-types/use-question-form.ts'
import { previewFieldsOf, type QuestionValues } from '#client/features/tests/model/question-values.ts'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useZodForm, type ZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { OwnTestsGate, OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { BottomBar } from '#client/ui/save-bar.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import { bankValuesForm, bankValuesOf } from '../bank-values.ts'
import { AboutFields, SimilarQuestions } from '../components/about-fields.tsx'
import { EditConflict } from '../components/edit-conflict.tsx'
import { QuestionUsage, QuestionVersions } from '../components/question-history.tsx'
import { useBankActions } from '../components/use-bank-actions.tsx'
import { defaultMarks, type EditedQuestion } from '../edit-differences.ts'
import {
  type BankQuestion,
  useBankQuestion,
  useCreateQuestion,
  useReloadQuestion,
  useUpdateQuestion,
} from '../queries.ts'

/** The editor for a new bank question or a new version of one. */
export function BankQuestionScreen() {
  const { questionId } = useParams({ strict: false })
  useBackLink({ to: '/bank', label: 'Question Bank' })
  return (
    <OwnTestsGate>
      {(canWrite) =>
        questionId !== undefined ? (
          <StoredQuestion key={questionId} id={questionId} canWrite={canWrite} />
        ) : canWrite ? (
          <Editor key="new" stored={undefined} />
        ) : (
          <OwnTestsOff />
        )
      }
    </OwnTestsGate>
  )
}

function StoredQuestion({ id, canWrite }: { id: string; canWrite: boolean }) {
  const { data, error, refetch } = useBankQuestion(id)
  if (data) return canWrite ? <Editor key={data.version} stored={data} /> : <ReadOnly question={data} />
  if (error) return <PageError title="Failed to load the question" error={error} onRetry={() => void refetch()} />
  return <Loading label="Loading the question" />
}

/** Converts the edited question to the student view. */
const shownOf = (values: QuestionValues): ShownQuestion => ({
  questionText: values.questionText,
  questionImageUrl: values.questionImageUrl,
  passage: values.passage,
  explanation: values.explanation,
  ...previewFieldsOf(values),
})

function Editor({ stored }: { stored: BankQuestion | undefined }) {
  const navigate = useNavigate()
  const create = useCreateQuestion()
  const update = useUpdateQuestion()
  const reload = useReloadQuestion()
  const form = useZodForm({ schema: bankValuesForm, initialValues: bankValuesOf(stored) })
  const uploads = useRef(0)
  const isLeaving = useRef(false)
  const back = () => {
    isLeaving.current = true
    void navigate({ to: '/bank' })
  }
  const actions = useBankActions(back)
  useLeaveWarning(
    () => form.isDirty() && !isLeaving.current,
    'This question has unsaved changes. If you leave now, you lose them.',
  )
  const seen = useDeferredValue(form.values)
  const conflict = useDialog<EditedQuestion>()
  const saveVersion = async (question: EditedQuestion, baseVersion: number) => {
    try {
      const saved = await update.mutateAsync({ ...question, id: stored?.id ?? '', baseVersion })
      notify.success(`Saved as version ${saved.question.version}`)
      back()
    } catch (error) {
      if (codeOf(error) !== 'CONFLICT') throw error
      conflict.open(question)
    }
  }
  const save = form.submit(async (question) => {
    if (uploads.current > 0) return notify.warning('An image is still being uploaded')
    if (stored) return saveVersion(question, stored.version)
    await create.mutateAsync(question)
    notify.success('Question added to the bank')
    back()
  })
  return (
    <form noValidate onSubmit={save}>
      <PageHeader
        title={stored ? 'Edit question' : 'Add question'}
        purpose={stored ? `Version ${stored.version}` : 'Add it to tests, or let tests draw it by topic.'}
        action={
          stored && (
            <Group gap="xs">
              {actions(stored).map(({ label, onClick, destructive }) => (
                <Button key={label} variant="default" color={destructive ? 'red' : undefined} onClick={onClick}>
                  {label}
                </Button>
              ))}
            </Group>
          )
        }
      />
      {stored && (
        <Alert color="indigo" mb="md">
          Saving creates version {stored.version + 1}. Tests that use the question keep their version.
        </Alert>
      )}
      <FormSection title="About" text="Tests can draw questions by subject, topic, difficulty and tags.">
        <AboutFields form={form} />
      </FormSection>
      <FormSection title="Question" text="Text, answer and marks.">
        <SimilarQuestions text={seen.questionText} id={stored?.id} />
        <QuestionFormProvider
          value={{
            form: form as unknown as ZodForm<typeof seen, never>,
            begun: false,
            onUpload: (running) => {
              uploads.current += running ? 1 : -1
            },
          }}
        >
          <QuestionFields marksPerQuestion={defaultMarks} />
        </QuestionFormProvider>
      </FormSection>
      <FormSection title="Preview" text="How students will see it, with the answer.">
        <QuestionPaper
          question={shownOf(seen)}
          place={1}
          marks={typeof seen.marks === 'number' ? seen.marks : defaultMarks}
          showAnswers
        />
      </FormSection>
      <BottomBar>
        <LinkButton to="/bank" variant="default">
          Cancel
        </LinkButton>
        <Button type="submit" loading={form.busy}>
          {stored ? 'Save new version' : 'Add question'}
        </Button>
      </BottomBar>
      {stored && <History question={stored} />}
      {stored &&
        conflict.show((mine, dialog) => (
          <EditConflict
            id={stored.id}
            mine={mine}
            baseVersion={stored.version}
            onSave={(version) => saveVersion(mine, version).catch((error) => notify.error(messageOf(error)))}
            onLoad={(version) => reportOutcome(reload(stored.id), `Version ${version} loaded`)}
            {...dialog}
          />
        ))}
    </form>
  )
}

/** A read-only question, for a college that may no longer write. */
const ReadOnly = ({ question }: { question: BankQuestion }) => (
  <>
    <PageHeader
      title="Question"
      purpose={[question.subject, question.topic, question.difficulty, ...question.tags].filter(Boolean).join(' · ')}
    />
    <OwnTestsOff />
    <FormSection title={`Version ${question.version}`} text="How students see it, with the answer.">
      <QuestionPaper question={question} place={1} marks={question.marks} showAnswers />
    </FormSection>
    <History question={question} />
  </>
)

const History = ({ question: { id, author } }: { question: BankQuestion }) => (
  <>
    <QuestionUsage id={id} />
    <QuestionVersions id={id} />
    <Text size="xs" c="dimmed" mb="lg">
      Added by {author ?? 'a deleted person'}
    </Text>
  </>
)
