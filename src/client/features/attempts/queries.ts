import { codeOf, messageOf } from '#client/lib/errors.ts'
import { trpc, trpcClient } from '#client/lib/trpc.tsx'
import { type StartAnswer, startAnswer } from '#shared/attempts/schema.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { RoomTransport } from './model/exam-room.ts'
import type { FailureKind, Outcome } from './model/ports.ts'
import { submitFailed } from './model/submission.ts'

const kinds: Record<ErrorCode | 'NETWORK', FailureKind> = {
  NETWORK: 'offline',
  INTERNAL: 'trouble',
  TOO_MANY_REQUESTS: 'trouble',
  CONFLICT: 'closed',
  UNAUTHENTICATED: 'signed-out',
  VALIDATION: 'refused',
  FORBIDDEN: 'refused',
  NOT_FOUND: 'refused',
  TOO_LARGE: 'refused',
  UNSUPPORTED_TYPE: 'refused',
}

async function outcomeOf<T>(call: Promise<T>, fallback: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    return { ok: false, failure: { kind: kinds[codeOf(error)], message: messageOf(error, fallback) } }
  }
}

/** The room's calls. They leave every failure, also a 401, to the room. @param testId the test being taken */
export const roomTransport = (testId: string): RoomTransport => ({
  save: (parcel, signal) =>
    outcomeOf(trpcClient.attempts.save.mutate({ id: testId, ...parcel }, { signal }), 'Not saved'),
  submit: (payload, signal) =>
    outcomeOf(trpcClient.attempts.submit.mutate({ id: testId, ...payload }, { signal }), submitFailed),
})

/**
 * Begins or resumes the attempt.
 *
 * @throws an Error with the sentence to show
 */
export async function startAttempt(testId: string): Promise<StartAnswer> {
  let answer: StartAnswer
  try {
    answer = await trpcClient.attempts.start.mutate({ id: testId })
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
 * The assignment of one test, as its instructions page needs it: fetched anew each time, since Start and Resume must not be
 * mixed up by what was true before.
 */
export function useAssignment(testId: string) {
  const query = trpc.assignments.listForStudent.useQuery(
    {},
    {
      refetchOnMount: 'always',
      select: ({ assignments, serverTime }) => ({
        assignment: assignments.find((item) => item.testId.id === testId) ?? null,
        serverTime,
      }),
    },
  )
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error, refetch: query.refetch }
}

/** How often the server is asked for a result it has not got yet, in ms; it submits by itself within 10 s. */
const resultPollMs = 2_000

/**
 * The detailed report of a submitted test.
 *
 * @param expected the attempt is over, so "not submitted yet" only means that the server is about to
 */
export const useResults = (testId: string, expected: boolean) =>
  trpc.attempts.results.useQuery(
    { id: testId },
    {
      select: ({ report }) => report,
      refetchInterval: ({ state }) =>
        expected && state.error !== null && codeOf(state.error) !== 'NOT_FOUND' ? resultPollMs : false,
    },
  )

/** What changes elsewhere when an attempt began or ended: the lists and its result. */
export function useAttemptChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.assignments.invalidate()
    void utilities.attempts.invalidate()
  }
}
