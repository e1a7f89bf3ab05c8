import type { Db } from '#server/platform/db.ts'
import { unusablePattern } from '#server/platform/patterns.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isSameContent } from '#shared/bank/content.rules.ts'
import { gradedKey, patternsIn, splitFields } from '#shared/bank/question-parts.rules.ts'
import { type KeyedBody, keyText } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import { rubricText } from '#shared/marking/marking.rules.ts'
import type { TestForm } from '#shared/tests/form.schema.ts'
import { questionRefusal } from '#shared/tests/tests.rules.ts'
import type { KeyChange, RegradeForm } from '#shared/tests/tests.schema.ts'
import { haveLevels, removeSecondLevels } from '../attempts/marks.ts'
import type { QuestionRow } from '../attempts/paper.ts'
import { previewRegrade } from '../attempts/regrade.ts'
import {
  cannotEdit,
  invalidPattern,
  notAnOption,
  notDrawn,
  repeatedQuestion,
  rubricUsed,
  unknownQuestion,
} from './tests.errors.ts'
import { type QuestionInsert, testsRepo } from './tests.repo.ts'

/** Changed keys and rulings of single questions. */

type Keyed = Pick<QuestionInsert, 'id' | 'ruling'> & KeyedBody

const keyIn = (question: Keyed) => JSON.stringify([gradedKey(question), question.ruling ?? null])

/** The questions among `after` whose key or ruling differs from the stored one. */
export function keyChanges(before: readonly Keyed[], after: readonly Keyed[]) {
  const old = new Map(before.map((question) => [question.id, question]))
  return after.flatMap((to) => {
    const from = old.get(to.id)
    return from && keyIn(from) !== keyIn(to) ? [{ from, to }] : []
  })
}

type Changes = ReturnType<typeof keyChanges>

/** Describes how a question's marks are earned. */
function describeKey(question: Keyed): string {
  if (question.ruling === 'all') return 'Marks for all'
  if (question.ruling === 'answered') return 'Marks for all who answered'
  if (question.ruling === 'dropped') return 'Dropped'
  return question.type === 'essay' ? rubricText(question.key.rubric) : keyText(question)
}

/** Audit detail for changed keys. */
export const describeChanges = (changes: Changes) =>
  changes.map(({ from, to }) => ({ questionId: to.id, from: describeKey(from), to: describeKey(to) }))

/**
 * Checks that no marks name levels of a changed rubric: marks refer to levels by position, so the student would be shown
 * levels that nobody chose. Only second opinions may have levels.
 * @returns the ids of the questions whose rubric changes
 * @throws CONFLICT
 */
async function requireUnusedRubrics(db: Db, changes: Changes): Promise<string[]> {
  const ids = changes.flatMap(({ from, to }) =>
    to.type === 'essay' && JSON.stringify(from.key) !== JSON.stringify(to.key) ? [to.id] : [],
  )
  if (ids.length > 0 && (await haveLevels(db, ids))) throw rubricUsed()
  return ids
}

/**
 * Prepares marks by hand for new rubrics, in the job that changes them. A second opinion keeps its marks and comment,
 * but not its levels.
 * @throws CONFLICT if answers were marked with the levels of an old rubric
 */
export async function changeRubrics(tx: Db, changes: Changes): Promise<void> {
  const ids = await requireUnusedRubrics(tx, changes)
  if (ids.length > 0) await removeSecondLevels(tx, ids)
}

/**
 * Previews how a different key, pass mark or cut-off would change submitted attempts, without storing anything.
 * @throws NOT_FOUND; the errors of saving the key: VALIDATION, CONFLICT
 */
export async function previewChanges(app: Platform, { id, key, ...pass }: RegradeForm & { id: string }) {
  const questions = await testsRepo(app.db.read).questionsOf(id)
  const changed = new Map(questions.map((question) => [question.id, question]))
  for (const [place, change] of key.entries()) {
    const question = changed.get(change.questionId)
    if (!question) throw unknownQuestion(`key.${place}.questionId`)
    changed.set(question.id, withKey(question, change, `key.${place}`))
  }
  await requireUnusedRubrics(app.db.read, keyChanges(questions, [...changed.values()]))
  return previewRegrade(app, id, [...changed.values()], pass)
}

/**
 * Returns the questions of a started test with a form's changes to the drawn ones. The bank keeps its own versions, so
 * a changed question is no longer a copy of one, but it keeps its bank question's topic.
 * @throws VALIDATION, CONFLICT
 */
export function withDrawnKeys(questions: readonly QuestionRow[], { drawnKeys = [] }: Pick<TestForm, 'drawnKeys'>) {
  const stored = new Map(questions.map((question) => [question.id, question]))
  const changed = new Map<string, QuestionRow>()
  for (const [place, { explanation, ...change }] of drawnKeys.entries()) {
    const field = `drawnKeys.${place}`
    const question = stored.get(change.questionId)
    if (!question || question.poolId === null) throw notDrawn(`${field}.questionId`)
    if (changed.has(question.id)) throw repeatedQuestion(`${field}.questionId`)
    const row = { ...withKey(question, change, field), ...(explanation !== undefined && { explanation }) }
    changed.set(question.id, isSameContent(question, row) ? row : { ...row, bankVersion: null })
  }
  return questions.map((question) => changed.get(question.id) ?? question)
}

/** Returns the question with the changed key. @throws VALIDATION, CONFLICT */
function withKey(
  question: QuestionRow,
  { fields, correctAnswer, ruling = question.ruling }: KeyChange,
  field: string,
): QuestionRow {
  const keyed = fields ? keyedOf(fields, field) : correctAnswer && singleKeyOf(question, correctAnswer, field)
  if (!keyed) return { ...question, ruling }
  const refused = questionRefusal({ ...question, ...keyed } as QuestionRow, question)
  if (refused) throw cannotEdit(refused)
  return { ...question, ruling, key: keyed.key } as QuestionRow
}

/** @throws VALIDATION for an unusable regular expression */
function keyedOf(fields: TypedFields, field: string): KeyedBody {
  const bad = unusablePattern(patternsIn(fields))
  if (bad) throw invalidPattern(`${field}.fields.${bad.path}`, bad.reason)
  return splitFields(fields)
}

/** @throws VALIDATION if the question does not have this option */
function singleKeyOf({ type, body }: QuestionRow, correctAnswer: Letter, field: string): KeyedBody {
  if (type === 'single' && body.options[correctAnswer] === undefined) throw notAnOption(`${field}.correctAnswer`)
  return { type: 'single', body, key: { correctAnswer } } as KeyedBody
}
