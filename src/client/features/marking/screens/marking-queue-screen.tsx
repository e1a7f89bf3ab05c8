import { Box, Button, Group, Select, SimpleGrid, Switch, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import { markingStates } from '#shared/marking/marking.schema.ts'
import { AnswerForm } from '../components/answer-form.tsx'
import { AnswerText } from '../components/answer-text.tsx'
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
  return <QuestionQueue key={`${testId} ${questionId}`} testId={testId} questionId={questionId} />
}

/** Values that are not saved. Opinions on the same answer have different keys. */
function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, MarkValues>>(new Map())
  // A save can end long after it was sent, and needs the drafts of that time.
  const latest = useRef(drafts)
  const change = (next: ReadonlyMap<string, MarkValues>) => {
    latest.current = next
    setDrafts(next)
  }
  useLeaveWarning(() => drafts.size > 0, 'Some of your marks are not saved. If you leave now, you lose them.')
  return {
    of: (key: string) => drafts.get(key),
    put: (key: string, values: MarkValues) => change(new Map(latest.current).set(key, values)),
    /** Removes a saved draft. @returns false if it was changed after it was sent */
    remove: (key: string, sent: MarkValues | undefined) => {
      if (latest.current.get(key) !== sent) return false
      change(new Map([...latest.current].filter(([other]) => other !== key)))
      return true
    },
  }
}

/** Keeps drafts and positions while other answers are chosen. */
function QuestionQueue({ testId, questionId }: { testId: string; questionId: string }) {
  const [params, setParams] = useListParams(['status'])
  const state = markingStates.find((known) => known === params.status) ?? 'waiting'
  const [isNamed, setIsNamed] = useState(false)
  const [earlier, setEarlier] = useState<readonly QueuedAnswer[]>([])
  const [saved, setSaved] = useState<ReadonlyMap<string, QueuedAnswer>>(new Map())
  const [shown, setShown] = useState<Partial<Record<typeof state, string>>>({})
  const drafts = useDrafts()
  const after = earlier.at(-1)?.attemptId
  const queue = useQueue(testId, { questionId, state, after, names: false })
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
          onChange={(value) => {
            setEarlier([])
            setSaved(new Map())
            setParams({ status: value === 'waiting' ? '' : (value ?? '') })
          }}
        />
        <Switch
          label="Show names"
          checked={isNamed}
          onChange={(event) => setIsNamed(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      {queue.data ? (
        <Answers
          key={`${state} ${after}`}
          testId={testId}
          queue={queue.data}
          earlier={earlier}
          saved={saved}
          isNamed={isNamed}
          second={state === 'second'}
          drafts={drafts}
          start={shown[state]}
          onShow={(attemptId) => setShown((before) => ({ ...before, [state]: attemptId }))}
          onSaved={(next) => setSaved((before) => new Map(before).set(next.attemptId, next))}
          onMore={setEarlier}
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
  /** Answers loaded before those in `queue`. */
  earlier: readonly QueuedAnswer[]
  /** Answers as they were last saved here, by attempt. */
  saved: ReadonlyMap<string, QueuedAnswer>
  /** True to show the students' names. */
  isNamed: boolean
  second: boolean
  drafts: ReturnType<typeof useDrafts>
  /** The attempt to start with, if it is in this list. */
  start: string | undefined
  onShow: (attemptId: string | undefined) => void
  onSaved: (answer: QueuedAnswer) => void
  /** Loads the answers that follow these. */
  onMore: (loaded: readonly QueuedAnswer[]) => void
}

function Answers({
  testId,
  queue,
  earlier,
  saved,
  isNamed,
  second,
  drafts,
  start,
  onShow,
  onSaved,
  onMore,
}: AnswersProps) {
  const { question, pagination } = queue
  const loaded = [...earlier, ...queue.answers]
  const answers = loaded.map((answer) => saved.get(answer.attemptId) ?? answer)
  const more = pagination.total - queue.answers.length
  const [at, setAt] = useState(() => {
    const place = loaded.findIndex(({ attemptId }) => attemptId === start)
    return place < 0 ? earlier.length : place
  })
  const shownId = loaded[at]?.attemptId
  // Read separately, so that the list of answers does not change.
  const named = useQueue(
    testId,
    { questionId: question.questionId, state: 'all', attemptId: shownId, names: true },
    isNamed && shownId !== undefined,
  )
  const form = useRef<HTMLFormElement>(null)
  const draftKey = (attemptId: string) => (second ? `second ${attemptId}` : attemptId)
  const go = (to: number) => {
    if (to >= 0 && to <= answers.length) setAt(to)
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
  const onOther = useEffectEvent((attemptId: string | undefined) => {
    onShow(attemptId)
    window.scrollTo({ top: 0 })
    // Focus the first field of each answer, so marking needs no pointer.
    form.current?.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true })
  })
  useEffect(() => onOther(shownId), [shownId])

  const answer = answers[at]
  if (!answer)
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={answers.length === 0 ? 'No answers here' : 'You have seen all of these answers'}
        text={
          more > 0
            ? `${plural(more, 'more answer')} can be loaded.`
            : 'Choose other answers above, or go back to the questions.'
        }
        action={
          <Group gap="sm">
            {answers.length > 0 && (
              <Button variant="default" onClick={() => go(answers.length - 1)}>
                Previous answer
              </Button>
            )}
            {more > 0 && <Button onClick={() => onMore(loaded)}>Load more</Button>}
            <LinkButton to="/marking/$testId" params={{ testId }} variant="default">
              Back to the questions
            </LinkButton>
          </Group>
        }
      />
    )
  const keep = (next: QueuedAnswer, sent: MarkValues | undefined) => {
    onSaved(next)
    const isDone = drafts.remove(draftKey(next.attemptId), sent) && (next.marks !== null || second)
    // Another answer may be shown by now.
    if (isDone) setAt((now) => (loaded[now]?.attemptId === next.attemptId ? now + 1 : now))
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
      {isNamed && named.isError && (
        <QueryPending query={named} failed="Failed to load the name" loading="Loading the name" />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <AnswerText
          question={question}
          answer={answer}
          named={isNamed ? named.data?.answers[0] : undefined}
          isSaved={saved.has(answer.attemptId)}
        />
        <Box component="section" p="md" className="card" aria-label="Marking">
          <AnswerForm
            key={answer.attemptId}
            testId={testId}
            question={question}
            answer={answer}
            second={second}
            draft={drafts.of(draftKey(answer.attemptId))}
            onDraft={(values) => drafts.put(draftKey(answer.attemptId), values)}
            onSaved={keep}
            form={form}
          />
        </Box>
      </SimpleGrid>
    </>
  )
}
