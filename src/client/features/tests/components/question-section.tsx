import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { ZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { plural } from '#client/lib/plural.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { bounds, type TestForm } from '#shared/tests/schema.ts'
import { type DraftQuestion, marksEach, questionLimit, type TestDraft } from '../model/draft.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionList } from './question-list.tsx'
import { QuestionUpload } from './question-upload.tsx'

interface QuestionSectionProps {
  form: ZodForm<TestDraft, TestForm>
}

/** The test's questions: written, taken from a file, changed, put in order. */
export function QuestionSection({ form }: QuestionSectionProps) {
  const questions = useKept(form.values.questions)
  const limit = questionLimit(form.values)
  const each = marksEach(form.values)
  const confirm = useConfirm()
  const [dialog, setDialog] = useState<{ opened: boolean; question?: DraftQuestion }>({ opened: false })
  const { setErrors, setFieldValue } = form

  const change = useCallback(
    (next: (before: DraftQuestion[]) => DraftQuestion[]) => {
      // A refused question may have moved or gone: what was said of it would be said of another.
      setErrors((errors) =>
        Object.fromEntries(Object.entries(errors).filter(([path]) => !path.startsWith('questions'))),
      )
      setFieldValue('questions', next)
    },
    [setErrors, setFieldValue],
  )
  const openNew = () => {
    if (questions.length >= limit) return notify.warning(full(limit))
    setDialog({ opened: true })
  }
  const keep = (question: DraftQuestion) =>
    change((before) =>
      before.some(({ key }) => key === question.key)
        ? before.map((old) => (old.key === question.key ? question : old))
        : [...before, question],
    )
  const remove = useCallback(
    async (question: DraftQuestion, place: number) => {
      const sure = await confirm({
        title: `Remove question ${place}?`,
        message: excerpt(question.questionText),
        loses: 'The question, its options and its key leave this test when you save it.',
        confirmLabel: 'Remove',
      })
      if (sure) change((before) => before.filter(({ key }) => key !== question.key))
    },
    [confirm, change],
  )
  const edit = useCallback((question: DraftQuestion) => setDialog({ opened: true, question }), [])

  return (
    <FormSection
      title="Questions"
      text="Four options each, one of them right. Write them here or take them from a file, then put them in order."
    >
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="tabular" aria-live="polite">
          {questions.length} of {limit}
          <Text span c="dimmed" fw={400} size="sm" ml={8}>
            {stateOf(questions.length, limit)}
          </Text>
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={openNew}
          // Read by the form when the number of questions is what is refused.
          data-path="questions"
        >
          Add question
        </Button>
      </Group>
      {form.errors.questions && (
        <Alert color="red" variant="light" py="xs">
          {form.errors.questions}
        </Alert>
      )}
      <QuestionUpload
        count={questions.length}
        limit={limit}
        onAdd={(added, raisedLimit) => {
          if (raisedLimit !== undefined) form.setFieldValue('numberOfQuestions', raisedLimit)
          change((before) => [...before, ...added])
          notify.success(`Successfully added ${plural(added.length, 'question')}`)
        }}
      />
      <QuestionList questions={questions} marksPerQuestion={each} change={change} onEdit={edit} onRemove={remove} />
      {questions.length > 5 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={openNew}
          style={{ alignSelf: 'flex-start' }}
        >
          Add question
        </Button>
      )}
      <QuestionDialog
        opened={dialog.opened}
        question={dialog.question}
        place={
          (dialog.question ? questions.findIndex(({ key }) => key === dialog.question?.key) : questions.length) + 1
        }
        marksPerQuestion={each}
        room={limit - questions.length}
        onKeep={keep}
        onClose={() => setDialog((before) => ({ ...before, opened: false }))}
      />
    </FormSection>
  )
}

/** Mantine copies every value on each key stroke in any field; a hundred rows must not be drawn anew for that. */
function useKept(questions: DraftQuestion[]): DraftQuestion[] {
  const [kept, setKept] = useState(questions)
  if (kept === questions) return kept
  if (JSON.stringify(kept) === JSON.stringify(questions)) return kept
  setKept(questions)
  return questions
}

/** The seed's sentence for a full list. */
const full = (limit: number) => `Maximum ${limit} questions allowed`

function stateOf(count: number, limit: number): string {
  if (limit < bounds.questions.min) return 'say above how many there are to be'
  if (count < limit) return `${(limit - count).toLocaleString()} more to add`
  return count === limit ? 'complete' : `${(count - limit).toLocaleString()} too many`
}

const excerpt = (text: string) => (text.length > 240 ? `${text.slice(0, 240)}…` : text)
