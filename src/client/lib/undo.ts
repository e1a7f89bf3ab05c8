import { notify } from './notify.ts'
import { reportOutcome } from './report-outcome.ts'

/**
 * Shows a toast with an undo button.
 *
 * @param undone message after undoing
 * @param failed message for an error that has none
 */
export const offerUndo = <T>(
  done: string,
  undo: () => Promise<T>,
  undone: string | ((answer: T) => string),
  failed: string,
) => notify.undo(done, () => void reportOutcome(undo(), undone, failed))
