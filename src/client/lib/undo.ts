import { messageOf } from './errors.ts'
import { notify } from './notify.ts'

/**
 * Shows a toast with an undo button.
 *
 * @param undo resolves to the message shown afterwards
 * @param failed message for an error that has none
 */
export const offerUndo = (done: string, undo: () => Promise<string>, failed: string) =>
  notify.undo(done, () => void undo().then(notify.success, (error) => notify.error(messageOf(error, failed))))
