import { Box, Button, Group, Select, SimpleGrid, Switch, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AttachedFiles } from '#client/features/attempts/components/attached-files.tsx'
import { plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { wordsIn } from '#shared/bank/types/essay.rules.ts'
import { markingStates } from '#shared/marking/marking.schema.ts'
import { AnswerForm } from '../components/answer-form.tsx'
import type { MarkValues } from '../mark-values.ts'
import { type Queue, type QueuedAnswer, useQueue } from '../queries.ts'

const stateLabels: Record<(typeof markingStates)[number], string> = {
  waiting: 'Waiting',
  marked: 'Marked',
  second: 'For a second opinion',
  differing: 'Marks differ',
  all: 'All answers',
}

/** The answers to one question, one at a time. */
export function MarkingQueueScreen() {
  const { testId, questionId } = useParams({ from: '/shell/marking/$testId/$questionId' })
  useBackLink({ to: '/marking', label: 'Back to Marking' })
  const [params, setParams] = useListParams(['status'])
  const state = markingStates.find((known) => known === params.status) ?? 'waiting'
  const [names, setNames] = useState(false)
  const queue = useQueue(testId, { questionId, state, names, page: params.page })
  const title = queue.data ? `Question ${queue.data.question.questionNumber}` : 'Marking'
  return (
    <>
      <PageHeader title={title} purpose="Mark answers one by one. Names are hidden unless you show them." />
      <Text size="sm" c="dimmed" mb="md" className="shortcut">
        <kbd>Ctrl</kbd> + <kbd>Enter</kbd> saves and opens the next answer, <kbd>Alt</kbd> with an arrow key moves, and
        digits choose a level of the focused criterion.
      </Text>
      <Group gap="md" mb="md" align="flex-end">
        <Select
          label="Answers"
          data={markingStates.map((value) => ({ value, label: stateLabels[value] }))}
          value={state}
          onChange={(value) => setParams({ status: value === 'waiting' ? '' : (value ?? '') })}
        />
        <Switch label="Show names" checked={names} onChange={(event) => setNames(event.currentTarget.checked)} mb={8} />
      </Group>
      {queue.data ? (
        <Answers
          key={`${state} ${queue.dataUpdatedAt}`}
          testId={testId}
          queue={queue.data}
          second={state === 'second'}
          onMore={() => (state === 'waiting' ? void queue.refetch() : setParams({ page: params.page + 1 }))}
        />
      ) : (
        <QueryPending query={queue} failed="Failed to load the answers" loading="Loading answers" />
      )}
    </>
  )
}

interface AnswersProps {
  testId: string
  queue: Queue
  second: boolean
  onMore: () => void
}

function Answers({ testId, queue: { question, answers: loaded, pagination }, second, onMore }: AnswersProps) {
  const [answers, setAnswers] = useState(loaded)
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set())
  const [drafts, setDrafts] = useState<ReadonlyMap<string, MarkValues>>(new Map())
  const [at, setAt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useLeaveWarning(() => drafts.size > 0, 'Some of your marks are not saved. If you leave now, you lose them.')
  const go = (to: number) => {
    if (to < 0 || to > answers.length) return
    setAt(to)
    window.scrollTo({ top: 0 })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    go(at + (event.key === 'ArrowLeft' ? -1 : 1))
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
  // Focus the first field of each answer, so marking needs no pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts at its first field
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true }), [at])

  const answer = answers[at]
  if (!answer)
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={answers.length === 0 ? 'No answers here' : 'You have seen all of these answers'}
        text={
          pagination.total > answers.length
            ? `There are ${plural(pagination.total - answers.length, 'more answer')}.`
            : 'Choose other answers above, or go back to the questions.'
        }
        action={
          <Group gap="sm">
            {answers.length > 0 && (
              <Button variant="default" onClick={() => go(answers.length - 1)}>
                Previous answer
              </Button>
            )}
            {pagination.total > answers.length && <Button onClick={onMore}>Load more</Button>}
            <LinkButton to="/marking/$testId" params={{ testId }} variant="default">
              Back to the questions
            </LinkButton>
          </Group>
        }
      />
    )
  const keep = (next: QueuedAnswer) => {
    setAnswers(answers.map((each) => (each.attemptId === next.attemptId ? next : each)))
    setSaved(new Set([...saved, next.attemptId]))
    setDrafts(new Map([...drafts].filter(([id]) => id !== next.attemptId)))
    if (next.marks !== null || second) go(at + 1)
  }
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" role="status" className="tabular">
          Answer {at + 1} of {answers.length.toLocaleString()}
          {saved.size > 0 && `, ${saved.size.toLocaleString()} saved`}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => go(at + 1)}
          >
            Next
          </Button>
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <AnswerText question={question} answer={answer} isSaved={saved.has(answer.attemptId)} />
        <Box component="section" p="md" className="card" aria-label="Marking">
          <AnswerForm
            key={`${answer.attemptId} ${answer.markedAt}`}
            testId={testId}
            question={question}
            answer={answer}
            second={second}
            draft={drafts.get(answer.attemptId)}
            onDraft={(values) => setDrafts(new Map(drafts).set(answer.attemptId, values))}
            onSaved={keep}
            form={form}
          />
        </Box>
      </SimpleGrid>
    </>
  )
}

/** True if students write the answer. Otherwise it consists of the author's texts, which may contain formulas. */
const isWritten = (type: QuestionTypeName) => type === 'numeric' || type === 'text' || type === 'gaps'

interface AnswerTextProps {
  question: Queue['question']
  answer: QueuedAnswer
  isSaved: boolean
}

/** The question and the student's answer. */
function AnswerText({ question, answer, isSaved }: AnswerTextProps) {
  const { minWords, maxWords } = question
  const words = wordsIn(answer.answerText)
  const limits = [minWords && `at least ${minWords}`, maxWords && `at most ${maxWords}`].filter(Boolean).join(', ')
  const needsWords = answer.answerText !== '' || answer.files.length === 0
  const isOutside = (minWords !== null && words < minWords) || (maxWords !== null && words > maxWords)
  return (
    <Box component="section" p="md" className="card" aria-label="Answer">
      <Box mb="md" pb="md" className="line-below">
        <RichText text={question.questionText} />
      </Box>
      <Group gap="xs" mb="xs">
        <Text fw={600} className="anywhere">
          {answer.student ? answer.student.name : `Answer ${answer.candidate}`}
        </Text>
        {answer.student && (
          <Text size="sm" c="dimmed" className="anywhere">
            {[answer.student.idNumber, answer.student.collegeName].filter(Boolean).join(' · ')}
          </Text>
        )}
        {isSaved && <StatusBadge tone="success" label="Saved" />}
      </Group>
      {answer.answerText === '' ? (
        <Text c="dimmed">{answer.files.length > 0 ? 'No text' : 'Not answered'}</Text>
      ) : question.type === 'essay' ? (
        <RichText text={answer.answerText} className="anywhere" />
      ) : isWritten(question.type) ? (
        <Text component="div" lh={1.6} className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {answer.answerText}
        </Text>
      ) : (
        answer.answerText.split('\n').map((line) => <RichText key={line} text={line} inline />)
      )}
      {answer.files.length > 0 && <AttachedFiles attemptId={answer.attemptId} files={answer.files} />}
      {question.type === 'essay' && needsWords && (
        <Text size="xs" mt="sm" c={isOutside ? 'red' : 'dimmed'} className="tabular">
          {plural(words, 'word')}
          {limits && ` (${limits})`}
        </Text>
      )}
    </Box>
  )
}
