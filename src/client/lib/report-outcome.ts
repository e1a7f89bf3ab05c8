import { messageOf } from './errors.ts'
import { notify } from './notify.ts'

/**
 * Shows the outcome of an operation as a toast.
 *
 * @param done success message; without it, nothing is shown
 * @param failed message for an error that has none
 * @returns the operation's result; undefined after a failure
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

/** Callbacks for `mutate` that show the server's message or error as a toast. */
export const answerToasts = {
  onSuccess: ({ message }: { message: string }) => notify.success(message),
  onError: (error: unknown) => notify.error(messageOf(error)),
}
