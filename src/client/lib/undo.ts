import { messageOf } from './errors.ts'
import { notify } from './notify.ts'

/**
 * Says what was done, with a button that undoes it.
 *
 * @param undo resolves to what to say then
 * @param failed said when it is refused without a reason
 */
export const offerUndo = (done: string, undo: () => Promise<string>, failed: string) =>
  notify.undo(done, () => void undo().then(notify.success, (error) => notify.error(messageOf(error, failed))))
