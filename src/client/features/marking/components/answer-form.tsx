import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { TypedNumberInput } from '#client/ui/number-field.tsx'
import { levelSum } from '#shared/marking/marking.rules.ts'
import { formOf, type MarkValues, refusalOf, valuesOf, withLevel } from '../mark-values.ts'
import { type Queue, type QueuedAnswer, useMark } from '../queries.ts'
import { RubricFields } from './rubric-fields.tsx'

interface AnswerFormProps {
  testId: string
  question: Queue['question']
  answer: QueuedAnswer
  /** True to give a second opinion instead of the marks. */
  second: boolean
  /** Values entered earlier on this visit. */
  draft: MarkValues | undefined
  onDraft: (values: MarkValues) => void
  /** Called even if the form was closed before the answer was saved. @param sent the draft at that time */
  onSaved: (answer: QueuedAnswer, sent: MarkValues | undefined) => void
  form: RefObject<HTMLFormElement | null>
}

/** The form for marking one answer: rubric levels, marks and a comment. */
export function AnswerForm({ testId, question, answer, second, draft, onDraft, onSaved, form }: AnswerFormProps) {
  const { rubric, marks: max } = question
  const stored = second ? answer.second : answer
  const values = draft ?? valuesOf(stored, rubric)
  const [error, setError] = useState<string | null>(null)
  const mark = useMark(testId)
  const change = (next: MarkValues) => {
    setError(null)
    if (!mark.isPending) mark.reset()
    onDraft(next)
  }
  const send = (fields: Omit<Parameters<typeof mark.mutate>[0], 'id' | 'questionId'>) =>
    mark
      .mutateAsync({
        ...{ id: answer.attemptId, questionId: question.questionId, second, since: stored?.markedAt ?? null },
        ...fields,
      })
      .then(
        (saved) => onSaved(saved.mark, draft),
        // Shown below.
        () => undefined,
      )
  const save = () => {
    const refused = refusalOf(values, rubric, max)
    setError(refused)
    if (!refused) send(formOf(values))
  }
  const sum = levelSum(rubric, values.levels)
  const isConflict = mark.error?.data?.domainCode === 'CONFLICT'
  return (
    <form
      ref={form}
      aria-label="Marks"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          save()
        }
      }}
    >
      <Stack gap="md">
        <RubricFields
          rubric={rubric}
          levels={values.levels}
          onChoose={(criterion, level) => change(withLevel(values, rubric, max, criterion, level))}
        />
        {sum !== null && sum > max && (
          <Alert color="yellow" py="xs" role="status">
            The chosen levels add up to {sum} marks, but the question is worth {max}.
          </Alert>
        )}
        <TypedNumberInput
          label={second ? 'Your marks' : 'Marks'}
          description={`0 to ${max}`}
          value={values.marks}
          error={error}
          onChange={(event) => change({ ...values, marks: event.currentTarget.value })}
        />
        <Textarea
          label="Comment"
          description={second ? 'For your colleagues' : 'Students see it with the correct answers'}
          minRows={2}
          maxRows={10}
          maxLength={5_000}
          value={values.comment}
          onChange={(event) => change({ ...values, comment: event.currentTarget.value })}
        />
        <Group gap="sm">
          <Button type="submit" loading={mark.isPending}>
            Save and next
          </Button>
          {stored?.marks != null && (
            <Button
              variant="default"
              disabled={mark.isPending}
              onClick={() => send({ marks: null, comment: values.comment })}
            >
              Remove marks
            </Button>
          )}
        </Group>
        <div role="status">
          {mark.isPending && mark.failureCount > 0 && (
            <Text size="sm" c="orange">
              Not saved: no connection. Retrying…
            </Text>
          )}
          {mark.error && (
            <Text size="sm" c="red">
              {messageOf(mark.error)}
            </Text>
          )}
          {isConflict && (
            <Button variant="default" size="xs" mt="xs" onClick={() => send({ ...formOf(values), since: undefined })}>
              Save mine instead
            </Button>
          )}
        </div>
        <StoredMarks
          answer={answer}
          second={second}
          onUse={({ marks, levels }) => send({ marks, levels, comment: values.comment })}
        />
      </Stack>
    </form>
  )
}

interface StoredMarksProps {
  answer: QueuedAnswer
  second: boolean
  onUse: (opinion: NonNullable<QueuedAnswer['second']>) => void
}

/** The stored marks and who gave them, and the second opinion with the difference. */
function StoredMarks({ answer: { marks, markedBy, markedAt, second: opinion }, second, onUse }: StoredMarksProps) {
  if (second || markedAt === null) return null
  const difference = opinion?.marks == null || marks === null ? 0 : opinion.marks - marks
  return (
    <Stack gap={6} pt="sm" className="line-above">
      <Text size="sm">
        {marks} by {markedBy ?? 'a deleted person'}, {formatDateTime(markedAt)}
      </Text>
      {opinion && (
        <Text size="sm" className="anywhere">
          Second opinion: {opinion.marks} by {opinion.markedBy ?? 'a deleted person'}
          {difference !== 0 && ` (${difference > 0 ? '+' : '−'}${Math.abs(difference)})`}
          {opinion.comment && `. ${opinion.comment}`}
        </Text>
      )}
      {opinion?.marks != null && difference !== 0 && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onUse(opinion)}>
            Use {opinion.marks} {opinion.marks === 1 ? 'mark' : 'marks'}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
