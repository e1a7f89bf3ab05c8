import { Box, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { browserClock, browserDevice, browserTimers, tabId } from '#client/lib/device/browser.ts'
import { enterFullscreen, isFullscreen, leaveFullscreen } from '#client/lib/device/fullscreen.ts'
import { codeOf, messageOf, retryAfterOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { readSession } from '#client/lib/session-store.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageError, PageNotFound } from '#client/ui/page-error.tsx'
import { prepareTex } from '#client/ui/rich-text-tex.ts'
import type { SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import { sentences } from '#shared/errors.ts'
import { ExamView } from '../components/exam-view.tsx'
import { Instructions } from '../components/instructions.tsx'
import { CodingPracticeResult, PracticeResult } from '../components/practice-result.tsx'
import { ReceiptCard } from '../components/receipt-card.tsx'
import { HeldResults, Results } from '../components/results.tsx'
import { LateAnswers } from '../components/resume-state.tsx'
import { useLeftovers } from '../components/use-leftovers.ts'
import { useRoomView } from '../components/use-room.ts'
import { attemptChannel } from '../model/attempt-storage.ts'
import { ServerClock } from '../model/clock.ts'
import { ExamRoom } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/notices.ts'
import { isSealed } from '../model/paper.ts'
import { Dispatch, outcomeOf, withTimeout } from '../model/requests.ts'
import { roomTransport, startAttempt, useAssignment, useAttemptChanged, useTestDetail } from '../queries.ts'

type Phase =
  | { name: 'instructions' }
  | { name: 'exam'; room: ExamRoom }
  | { name: 'practice'; answer: SubmitAnswer; testName: string; hasCode: boolean }
  | { name: 'held'; answer: SubmitAnswer; testName: string }
  | { name: 'report'; late: number }

/** The screen for taking a test: instructions, exam and result. */
export function ExamScreen() {
  const { testId = '' } = useParams({ strict: false })
  return <Sitting key={testId} testId={testId} />
}

function Sitting({ testId }: { testId: string }) {
  const [phase, setPhase] = useState<Phase>({ name: 'instructions' })
  const attemptChanged = useAttemptChanged()
  const begin = (room: ExamRoom) => {
    attemptChanged()
    setPhase({ name: 'exam', room })
  }
  const finish = (answer: SubmitAnswer | null, { testName, hasCodingSection }: ExamRoom['test'], late: number) => {
    void leaveFullscreen()
    attemptChanged()
    const practice = { name: 'practice', testName, hasCode: hasCodingSection } as const
    if (answer?.instantFeedback) setPhase({ ...practice, answer })
    else setPhase(answer?.results === null ? { name: 'held', answer, testName } : { name: 'report', late })
  }
  const again = () => setPhase({ name: 'instructions' })
  // The focused element disappeared with the exam, so move focus to the content, as on a new page.
  const isOver = phase.name === 'practice' || phase.name === 'held' || phase.name === 'report'
  useEffect(() => {
    if (isOver) document.getElementById('main')?.focus({ preventScroll: true })
  }, [isOver])
  if (phase.name === 'exam')
    return (
      <Running
        testId={testId}
        room={phase.room}
        onReopen={(room) => setPhase({ name: 'exam', room })}
        onFinish={finish}
      />
    )
  if (phase.name === 'practice') {
    const { answer, testName, hasCode } = phase
    const props = { testId, answer, testName, onAgain: again }
    return hasCode ? <CodingPracticeResult {...props} /> : <PracticeResult {...props} />
  }
  if (phase.name === 'held') {
    const { receipt } = phase.answer
    const studentName = readSession()?.user.name ?? ''
    const card = <ReceiptCard receipt={receipt} testName={phase.testName} studentName={studentName} />
    return <HeldResults testId={testId} receipt={card} />
  }
  if (phase.name === 'report')
    return (
      <Stack gap="md">
        {phase.late > 0 && (
          // As wide as the report.
          <Box w="100%" maw={860} mx="auto">
            <LateAnswers count={phase.late} />
          </Box>
        )}
        <Results testId={testId} expected onAgain={again} />
      </Stack>
    )
  return <Before testId={testId} onBegin={begin} />
}

interface RunningProps {
  testId: string
  room: ExamRoom
  /** Called when a locked section opens, with a new room that includes its questions. */
  onReopen: (room: ExamRoom) => void
  onFinish: (answer: SubmitAnswer | null, test: ExamRoom['test'], late: number) => void
}

/** The running exam, until it is submitted here, by the server or on another device. */
function Running({ testId, room, onReopen, onFinish }: RunningProps) {
  const { submit, part, save, role } = useRoomView(room)
  // Opening makes this tab the writer.
  const isSent = save.unsent === (save.refused ?? 0)
  const opens = isSealed(part) && submit.phase === 'idle' && isSent && role.as === 'writer'
  const reopen = useEffectEvent(onReopen)
  useEffect(() => {
    if (!opens) return
    const dispatch = new Dispatch({ timers: browserTimers, clock: browserClock, random: Math.random }, async () => {
      const opening = () => outcomeOf(openRoom(testId, false), 'The section could not be opened')
      const outcome = await withTimeout(browserTimers, openTimeoutMs, opening)
      if (outcome.ok) {
        dispatch.stop()
        reopen(outcome.value)
        return 'wait'
      }
      const { kind } = outcome.failure
      if (kind !== 'closed' && kind !== 'signed-out') return 'retry'
      // Either the attempt or the session is over. Send a save to find out which.
      room.retry()
      return 'wait'
    })
    dispatch.start('again')
    const again = () => void dispatch.flush()
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      dispatch.stop()
    }
  }, [opens, room, testId])
  useEffect(() => {
    if (submit.phase === 'done') onFinish(submit.answer, room.test, save.unsent)
    if (submit.phase === 'closed') onFinish(null, room.test, save.unsent)
  }, [submit, save.unsent, onFinish, room])
  return <ExamView room={room} />
}

function Before({ testId, onBegin }: { testId: string; onBegin: (room: ExamRoom) => void }) {
  useBackLink({ to: '/my-tests', label: 'My Tests', search: useSearch({ strict: false }) })
  const { data, error, refetch } = useAssignment(testId)
  const leftovers = useLeftovers()
  const hasSections = data?.assignment?.testId.hasSections ?? false
  const detail = useTestDetail(testId)
  const { start, starting, queued, failure } = useStart(testId, data?.assignment?.hasAttempted ?? false, onBegin)
  const navigate = useNavigate()
  if (!data && error)
    return <PageError title="Failed to load test details" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Stack maw={760} mx="auto" role="status" aria-label="Loading test">
        <Skeleton h={32} w="60%" />
        <Skeleton h={120} />
        <Skeleton h={260} />
      </Stack>
    )
  if (!data.assignment)
    return (
      <PageNotFound
        what="Test not found"
        text="It is not assigned to you, or it was deleted."
        action={
          <LinkButton to="/my-tests" search>
            Back to Tests
          </LinkButton>
        }
      />
    )
  return (
    <Instructions
      assignment={data.assignment}
      now={Date.parse(data.serverTime)}
      endsAt={data.endsAt}
      sections={hasSections ? detail?.sections : []}
      terms={detail}
      leftover={leftovers.get(testId)}
      starting={starting}
      queued={queued}
      error={failure}
      onStart={() => void start()}
      onCancel={() => {
        void leaveFullscreen()
        void navigate({ to: '/my-tests', search: true })
      }}
    />
  )
}

/** Timeout for opening a section, in ms. */
const openTimeoutMs = 15_000

/** Retry interval for starting while the test is open on another device, in ms. */
const retryStartMs = 15_000
/** Retry interval for a student in the queue whose connection is down, in ms. */
const retryQueuedMs = 5_000

/** Starts or resumes the attempt in this tab. @param again true to retake a submitted Practice test */
async function openRoom(testId: string, again: boolean): Promise<ExamRoom> {
  const departure = new ServerClock(browserClock).depart()
  const name = tabId.read()
  const answer = await startAttempt(testId, { writer: name, again })
  prepareTex(JSON.stringify(answer.test))
  return new ExamRoom({
    start: answer,
    studentId: readSession()?.user.id ?? '',
    departure,
    ports: browserDevice(attemptChannel(answer.attemptId)),
    transport: roomTransport({ id: testId, attemptId: answer.attemptId }),
    writer: { name, rename: tabId.renew },
  })
}

/**
 * Starts the attempt: requests full screen during the click, then calls the server. Retries while the test is open on
 * another device, and while the student waits in the queue of a large hall; `queued` then says how long.
 *
 * @param again true to retake a submitted Practice test
 */
function useStart(testId: string, again: boolean, onBegin: (room: ExamRoom) => void) {
  const [starting, setStarting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [wait, setWait] = useState<{ place: string; ms: number } | null>(null)
  const start = useCallback(
    async (place?: string) => {
      setStarting(true)
      setFailure(null)
      // Browsers allow full screen only during a click, so request it first. Students may start even if it is refused.
      const fullscreen = isFullscreen() ? true : enterFullscreen()
      try {
        const room = await openRoom(testId, again)
        notify.clear()
        onBegin(room)
        if (!(await fullscreen)) room.notify(proctoringSentences.fullscreenNeeded)
      } catch (error) {
        const { cause } = error as Error
        const seconds = retryAfterOf(cause)
        if (seconds !== undefined) return setWait({ place: messageOf(cause), ms: seconds * 1_000 })
        // The server keeps the place while the connection is down.
        if (place !== undefined && codeOf(cause) === 'NETWORK') return setWait({ place, ms: retryQueuedMs })
        setWait(null)
        void leaveFullscreen()
        const message = error instanceof Error ? error.message : 'Failed to start test'
        setFailure(message)
        if (message !== sentences.openElsewhere) notify.error(message)
      } finally {
        setStarting(false)
      }
    },
    [testId, again, onBegin],
  )
  useEffect(() => {
    if (failure !== sentences.openElsewhere) return
    const next = setTimeout(() => void start(), retryStartMs)
    return () => clearTimeout(next)
  }, [failure, start])
  useEffect(() => {
    if (!wait) return
    const next = setTimeout(() => void start(wait.place), wait.ms)
    return () => clearTimeout(next)
  }, [wait, start])
  return { start, starting: starting || wait !== null, queued: wait?.place ?? null, failure }
}
