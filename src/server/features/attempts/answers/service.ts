import type { Db } from '#server/platform/db.ts'
import { mergeAnswers } from '#shared/attempts/rules.ts'
import type { AnswerInput, SavedAnswer, ViolationInput } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import { notInPaper } from '../errors.ts'
import type { Paper } from '../paper/service.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from '../repo.ts'

/** One answer of a sheet as it is sent, or undefined when the question was never touched. */
function answerIn(sheet: SheetAnswers, questionId: string): SavedAnswer | undefined {
  const kept = sheet[questionId]
  return kept && { questionId, selectedAnswer: kept[0], timeSpent: kept[1], revision: kept[2] }
}

/** A sheet's answers as they are sent. */
export const answersOf = (sheet: SheetAnswers): SavedAnswer[] =>
  Object.entries(sheet).map(([questionId, [selectedAnswer, timeSpent, revision]]) => ({
    questionId,
    selectedAnswer,
    timeSpent,
    revision,
  }))

/** The letter chosen for a question, null when it is unanswered. */
export const letterIn =
  (sheet: SheetAnswers) =>
  (questionId: string): OptionLetter | null =>
    sheet[questionId]?.[0] ?? null

const countAnswered = (sheet: SheetAnswers) => Object.values(sheet).filter(([letter]) => letter !== null).length

export interface Merged {
  sheet: SheetAnswers
  /** How many questions have an answer. */
  answered: number
  /** Questions of a part that is not open. */
  ignored: string[]
  /** What stays of questions whose incoming answer was not the newest. */
  newer: SavedAnswer[]
}

/**
 * Puts answers over those of a sheet, which itself stays as it is.
 *
 * @param open the parts whose answers are taken
 * @throws VALIDATION when a question is not of the paper
 */
export function mergeIntoSheet(
  before: SheetAnswers,
  paper: Paper,
  incoming: readonly AnswerInput[],
  open: readonly number[],
): Merged {
  const ignored = new Set<string>()
  const taken: AnswerInput[] = []
  for (const [position, answer] of incoming.entries()) {
    const part = paper.partOf.get(answer.questionId)
    if (part === undefined) throw notInPaper(position)
    if (open.includes(part)) taken.push(answer)
    else ignored.add(answer.questionId)
  }
  const changed = mergeAnswers((questionId) => answerIn(before, questionId), taken)
  const sheet = { ...before }
  for (const { questionId, selectedAnswer, timeSpent, revision } of changed)
    sheet[questionId] = [selectedAnswer, timeSpent, revision]
  const changedIds = new Set(changed.map(({ questionId }) => questionId))
  const stale = new Set(taken.map(({ questionId }) => questionId).filter((questionId) => !changedIds.has(questionId)))
  return {
    sheet,
    answered: countAnswered(sheet),
    ignored: [...ignored],
    newer: [...stale].flatMap((questionId) => answerIn(before, questionId) ?? []),
  }
}

/** Writes down what the exam room noticed. @returns how many violations the attempt has now */
export async function addViolations(tx: Db, attempt: AttemptRow, incoming: readonly ViolationInput[], now: number) {
  if (incoming.length === 0) return attempt.violationCount
  const rows = incoming.map((violation) => ({ ...violation, receivedAt: now }))
  const counted = await attemptsRepo(tx).addViolations(attempt.id, rows)
  const violationCount = Math.max(attempt.violationCount, counted)
  if (violationCount !== attempt.violationCount) await attemptsRepo(tx).update(attempt.id, { violationCount })
  return violationCount
}

/** Whether an attempt never saved nor left a section, so that the sections' clocks were not followed. */
export const isUntimed = ({ savedAt, currentPart }: Pick<Sitting, 'savedAt' | 'currentPart'>) =>
  savedAt === null && currentPart === 0
