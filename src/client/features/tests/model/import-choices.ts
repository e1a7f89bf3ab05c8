import { plural } from '#client/lib/format.ts'
import { bounds } from '#shared/tests/form.schema.ts'
import { limitOf, roomOf } from './draft-parts.ts'
import type { DraftPart } from './test-draft.ts'

export type ImportTarget = Pick<DraftPart, 'numberOfQuestions' | 'countTyped' | 'questions' | 'pools'>

/** One way to import a file's questions. */
export interface ImportChoice {
  label: string
  add: number
  /** New number of questions for the part; undefined keeps the old one. */
  newLimit?: number
}

/**
 * The ways to import `found` questions, most likely last. The file's count replaces a default count. A count typed by
 * the author is kept, unless the author chooses otherwise.
 */
export function importChoices(target: ImportTarget, found: number): ImportChoice[] {
  const limit = limitOf(target)
  const count = target.questions.length
  const fitting = Math.min(found, roomOf(target))
  const most = Math.max(0, Math.min(found, bounds.questions.max - count))
  const total = count + most
  const some = (add: number) => `Add ${add < found ? 'the first ' : ''}${plural(add, 'question')}`

  const keepCount: ImportChoice[] =
    fitting === 0
      ? []
      : [{ add: fitting, label: count + fitting < limit ? `${some(fitting)}, keep ${limit}` : some(fitting) }]
  if (most === 0 || total === limit) return keepCount
  const label =
    target.countTyped || count > 0 || most < found
      ? `${some(most)}, change the count to ${total}`
      : `Use the ${plural(most, 'question')} from this file`
  const changeCount = { add: most, newLimit: total, label }
  return target.countTyped && fitting > 0 ? [changeCount, ...keepCount] : [...keepCount, changeCount]
}
