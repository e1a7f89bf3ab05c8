import { messageOf } from './errors.ts'
import { notify } from './notify.ts'

/**
 * Shows the outcome of some work as a toast.
 *
 * @param done message of success; nothing is shown without it
 * @param failed message for a failure without a reason
 * @returns the work's result; undefined after a failure
 */
export async function reportOutcome<T>(
  work: Promise<T>,
  done: string | ((answer: T) => string) | undefined,
  failed?: string,
): Promise<T | undefined> {
  try {
    const answer = await work
    if (done) notify.success(typeof done === 'string' ? done : done(answer))
    return answer
  } catch (error) {
    notify.error(messageOf(error, failed))
    return undefined
  }
}

/** The same for `mutate`: the server's own message, or its reason against it. */
export const answerToasts = {
  onSuccess: ({ message }: { message: string }) => notify.success(message),
  onError: (error: unknown) => notify.error(messageOf(error)),
}
