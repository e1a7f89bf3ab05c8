import { keepPreviousData } from '@tanstack/react-query'
import { now } from '#client/lib/clock.ts'
import { ApiError, codeOf, messageOf } from '#client/lib/errors.ts'
import { greetOnce, saveSession } from '#client/lib/session-store.ts'
import { type RouterOutputs, trpc, trpcClient } from '#client/lib/trpc.tsx'
import { type UploadOptions, uploadFile } from '#client/lib/upload.ts'
import { type StartAnswer, startAnswer } from '#shared/attempts/attempts.schema.ts'
import type { FileAnswer } from '#shared/attempts/files.schema.ts'
import { answerFile } from '#shared/bank/questions.schema.ts'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'
import { sentences } from '#shared/errors.ts'
import { submitFailed } from './model/notices.ts'
import { outcomeOf, type RoomTransport } from './model/requests.ts'
import { canTakeAgain, type Practised, practisedOf } from './model/result-text.ts'
import { sendJournal } from './send-journal.ts'

/**
 * The room's requests. The room handles every failure, including a 401.
 *
 * @param attempt the test and attempt ids, so a request in flight cannot reach a later attempt
 */
export const roomTransport = (attempt: { id: string; attemptId: string }): RoomTransport => ({
  save: (request, signal) =>
    outcomeOf(trpcClient.attempts.save.mutate({ ...attempt, ...request }, { signal }), 'Not saved'),
  nextSection: (leaving, signal) =>
    outcomeOf(trpcClient.attempts.nextSection.mutate({ ...attempt, ...leaving }, { signal }), 'Section not closed yet'),
  upload: ({ file, questionId, writer, onProgress }, signal) =>
    outcomeOf(uploadAnswerFile(attempt.attemptId, file, { questionId, writer }, onProgress, signal), 'Not uploaded'),
  journal: sendJournal,
  submit: (payload, signal) =>
    outcomeOf(trpcClient.attempts.submit.mutate({ ...attempt, ...payload }, { signal }), submitFailed),
})

async function uploadAnswerFile(
  attemptId: string,
  file: File,
  fields: { questionId: string; writer: string },
  onProgress: UploadOptions['onProgress'],
  signal: AbortSignal,
): Promise<AnswerFile> {
  const answer = await uploadFile<FileAnswer>(`/api/attempts/${attemptId}/files`, 'file', file, {
    ...{ fields, signal },
    ...(onProgress && { onProgress }),
  }).catch((error) => {
    throw signal.aborted ? new ApiError('NETWORK', sentences.networkError) : error
  })
  // REST responses contain each id twice.
  return answerFile.strip().parse(answer.file)
}

/**
 * Starts or resumes the attempt.
 *
 * @param options `writer` is the caller's writer name; `again` restarts a Practice test
 * @throws an Error with a message for the user
 */
export async function startAttempt(testId: string, options: { writer: string; again: boolean }): Promise<StartAnswer> {
  let answer: StartAnswer
  try {
    answer = await trpcClient.attempts.start.mutate({ id: testId, ...options })
  } catch (error) {
    throw new Error(messageOf(error, 'Failed to start test'), { cause: error })
  }
  if (!isStartAnswer(answer)) throw new Error('Invalid response from server')
  return answer
}

/** False for a response from a proxy or an older server, which must not open the exam. */
const isStartAnswer = (answer: Partial<StartAnswer> | null | undefined) =>
  Boolean(answer?.test && answer.startTime) && startAnswer.shape.attemptId.safeParse(answer?.attemptId).success

/**
 * Signs the current student in again without leaving the page.
 *
 * @returns an error message for the user, or null on success
 */
export async function renewSession(email: string, password: string): Promise<string | null> {
  try {
    saveSession(await trpcClient.auth.login.mutate({ email, password }))
    greetOnce()
    return null
  } catch (error) {
    return messageOf(error, 'Login failed')
  }
}

/** A test's rules and its sections without their questions, for the instructions. Undefined while loading. */
export const useTestDetail = (testId: string) =>
  trpc.tests.get.useQuery({ id: testId }, { select: ({ test }) => test }).data

/** Polling interval for a result that is about to appear, in ms. The server auto-submits within 10 s. */
const resultPollMs = 2_000
/** Polling interval for a report while its submissions are being judged, in ms. */
const judgingPollMs = 3_000

type Assignments = RouterOutputs['assignments']['listForStudent']

/**
 * The end of the running attempt by this device's clock, in ms; null if none is running.
 *
 * @param arrival when the list arrived, in ms
 */
function endOf({ assignments, serverTime }: Assignments, arrival: number, testId: string): number | null {
  const running = assignments.find((item) => item.testId.id === testId && item.inProgress)
  return running?.deadline ? Date.parse(running.deadline) - Date.parse(serverTime) + arrival : null
}

/**
 * One test's assignment, for the instructions page. Always refetched, so Start and Resume are correct. Polled from the
 * attempt's deadline until the server has submitted it.
 */
export function useAssignment(testId: string) {
  const query = trpc.assignments.listForStudent.useQuery(
    {},
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => {
        const endsAt = state.data ? endOf(state.data, state.dataUpdatedAt, testId) : null
        return endsAt === null ? false : Math.max(resultPollMs, endsAt - now())
      },
    },
  )
  const { data, dataUpdatedAt, error, refetch } = query
  if (!data || !query.isFetchedAfterMount) return { data: undefined, error, refetch }
  const assignment = data.assignments.find((item) => item.testId.id === testId) ?? null
  const endsAt = endOf(data, dataUpdatedAt, testId)
  return { data: { assignment, serverTime: data.serverTime, endsAt }, error, refetch }
}

/**
 * A summary of a Practice test's attempts. `isOpen` is true if it can be taken again now. Undefined without attempts.
 */
export function usePractice(testId: string): { practised: Practised; isOpen: boolean } | undefined {
  const { data } = trpc.assignments.listForStudent.useQuery({})
  const assignment = data?.assignments.find((item) => item.testId.id === testId)
  const practised = assignment && practisedOf(assignment)
  return practised && { practised, isOpen: canTakeAgain(assignment, Date.parse(data?.serverTime ?? '')) }
}

interface ResultOptions {
  /** True if the attempt is over, so "not submitted yet" only means that the server is about to submit it. */
  expected?: boolean
  /** The attempt to show. Defaults to the latest. */
  attemptId?: string | undefined
}

/** True if an error means that the result exists, but is not available to the student yet. */
export const isHeldBack = (error: unknown) =>
  error !== null && [sentences.notReleased, sentences.notMarked].some((sentence) => sentence === messageOf(error))

/** The detailed report of a submitted test. */
export const useResults = (testId: string, { expected = false, attemptId }: ResultOptions = {}) =>
  trpc.attempts.results.useQuery(
    { id: testId, ...(attemptId && { attemptId }) },
    {
      // Keep showing the old report while switching between attempts.
      placeholderData: (before) => (before?.report.testId.id === testId ? before : undefined),
      select: ({ report }) => report,
      refetchInterval: ({ state }) => {
        if (state.data && state.data.report.pendingCode > 0) return judgingPollMs
        const isComing = codeOf(state.error) !== 'NOT_FOUND' && !isHeldBack(state.error)
        return expected && state.error !== null && isComing ? resultPollMs : false
      },
    },
  )

/**
 * The student's objections to questions of a submitted attempt.
 *
 * @param isKeyOut true once the student can see the key
 */
export const useOwnObjections = (testId: string, attemptId: string, isKeyOut: boolean) =>
  trpc.marking.objections.own.useQuery({ id: testId, attemptId }, { enabled: isKeyOut })

/** Creates or withdraws an objection to a question. */
export function useObjecting() {
  const utilities = trpc.useUtils()
  const onSettled = () => void utilities.marking.objections.own.invalidate()
  return {
    create: trpc.marking.objections.create.useMutation({ onSettled }),
    withdraw: trpc.marking.objections.withdraw.useMutation({ onSettled }),
  }
}

/** Invalidates the lists, the result and the summaries after an attempt starts or ends. */
export function useAttemptChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.assignments.invalidate()
    void utilities.attempts.invalidate()
    void utilities.reports.invalidate()
  }
}

/** The paper of a submitted attempt, as the student saw it. Remains on screen while the key loads. */
export const usePrintedPaper = (id: string, key: boolean) =>
  trpc.attempts.paper.useQuery({ id, key }, { placeholderData: keepPreviousData })
