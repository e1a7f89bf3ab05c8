import { now } from '#client/lib/clock.ts'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { greetOnce, saveSession } from '#client/lib/session-store.ts'
import { type RouterOutputs, trpc, trpcClient } from '#client/lib/trpc.tsx'
import { type StartAnswer, startAnswer } from '#shared/attempts/schema.ts'
import { sentences } from '#shared/errors.ts'
import { outcomeOf } from './model/outcome.ts'
import { canTakeAgain, type Practised, practisedOf } from './model/practice.ts'
import type { RoomTransport } from './model/room-parts.ts'
import { submitFailed } from './model/submission.ts'

/**
 * The room's calls. They leave every failure, also a 401, to the room.
 *
 * @param attempt the test being taken, and the attempt: what is on its way must not reach a later one
 */
export const roomTransport = (attempt: { id: string; attemptId: string }): RoomTransport => ({
  save: (parcel, signal) =>
    outcomeOf(trpcClient.attempts.save.mutate({ ...attempt, ...parcel }, { signal }), 'Not saved'),
  saveCode: (parcel, signal) =>
    outcomeOf(trpcClient.attempts.save.mutate({ ...attempt, ...parcel }, { signal }), 'Not saved'),
  nextSection: (leaving, signal) =>
    outcomeOf(trpcClient.attempts.nextSection.mutate({ ...attempt, ...leaving }, { signal }), 'Not through yet'),
  submit: (payload, signal) =>
    outcomeOf(trpcClient.attempts.submit.mutate({ ...attempt, ...payload }, { signal }), submitFailed),
})

interface StartOptions {
  /** Makes the caller the writer. */
  writer: string
  /** Begins a Practice test once more. */
  again: boolean
}

/**
 * Begins or resumes the attempt.
 *
 * @throws an Error with the sentence to show
 */
export async function startAttempt(testId: string, options: StartOptions): Promise<StartAnswer> {
  let answer: StartAnswer
  try {
    answer = await trpcClient.attempts.start.mutate({ id: testId, ...options })
  } catch (error) {
    throw new Error(messageOf(error, 'Failed to start test'), { cause: error })
  }
  if (!isStartAnswer(answer)) throw new Error('Invalid response from server')
  return answer
}

/** A proxy or an older server may answer something else; the exam must not open on that. */
const isStartAnswer = (answer: Partial<StartAnswer> | null | undefined) =>
  Boolean(answer?.test && answer.startTime) && startAnswer.shape.attemptId.safeParse(answer?.attemptId).success

/**
 * Signs the same person in again, without leaving the page.
 *
 * @returns the sentence to show when it failed, or null
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

/** The sections of a test that is about to be taken, without their questions; undefined until they are known. */
export const useTestDetail = (testId: string) =>
  trpc.tests.get.useQuery({ id: testId }, { select: ({ test }) => test }).data

/** How often the server is asked for what it is about to do, in ms; it submits by itself within 10 s. */
const resultPollMs = 2_000
/** How often a report is asked for again while programs of it are judged, in ms. */
const judgingPollMs = 3_000

type Assignments = RouterOutputs['assignments']['listForStudent']

/** The moment an attempt ends by this device's clock, in ms; null when none runs. @param arrival of the list */
function endOf({ assignments, serverTime }: Assignments, arrival: number, testId: string): number | null {
  const running = assignments.find((item) => item.testId.id === testId && item.inProgress)
  return running?.deadline ? Date.parse(running.deadline) - Date.parse(serverTime) + arrival : null
}

/**
 * The assignment of one test for its instructions page: always refetched, so that Start and Resume are correct; and
 * polled from the end of its attempt until the server has submitted it.
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
  return {
    data: { assignment, serverTime: data.serverTime, endsAt: endOf(data, dataUpdatedAt, testId) },
    error,
    refetch,
  }
}

/** The submitted attempts at a Practice test, and whether it can be taken again now; undefined where it cannot be. */
export function usePractice(testId: string): { practised: Practised; isOpen: boolean } | undefined {
  const { data } = trpc.assignments.listForStudent.useQuery({})
  const assignment = data?.assignments.find((item) => item.testId.id === testId)
  const practised = assignment && practisedOf(assignment)
  return practised && { practised, isOpen: canTakeAgain(assignment, Date.parse(data?.serverTime ?? '')) }
}

interface ResultOptions {
  /** The attempt is over, so "not submitted yet" only means that the server is about to submit it. */
  expected?: boolean
  /** One of several attempts; otherwise the latest. */
  attemptId?: string | undefined
}

/** The detailed report of a submitted test. */
export const useResults = (testId: string, { expected = false, attemptId }: ResultOptions = {}) =>
  trpc.attempts.results.useQuery(
    { id: testId, ...(attemptId && { attemptId }) },
    {
      // From one attempt to the next, the page stays.
      placeholderData: (before) => (before?.report.testId.id === testId ? before : undefined),
      select: ({ report }) => report,
      refetchInterval: ({ state }) => {
        if (state.data && state.data.report.pendingCode > 0) return judgingPollMs
        const isComing = codeOf(state.error) !== 'NOT_FOUND' && messageOf(state.error) !== sentences.notReleased
        return expected && state.error !== null && isComing ? resultPollMs : false
      },
    },
  )

/** Invalidates the lists, the result and the summaries after an attempt starts or ends. */
export function useAttemptChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.assignments.invalidate()
    void utilities.attempts.invalidate()
    void utilities.reports.invalidate()
  }
}
