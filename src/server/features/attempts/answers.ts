import type { Db } from '#server/platform/db.ts'
import { mergeAnswers } from '#shared/attempts/attempts.rules.ts'
import type { AnswerInput, SavedAnswer, ViolationInput } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { notInPaper } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from './attempts.repo.ts'
import type { Paper } from './paper.ts'

/** The answer at this position, in wire format, or undefined if the question was never touched. */
function answerAt(sheet: SheetAnswers, paper: Paper, place: number): SavedAnswer | undefined {
  const revision = sheet[place * 3 + 2] as number | undefined
  const questionId = paper.questions[place]?.id
  if (revision === undefined || revision < 0 || questionId === undefined) return undefined
  return { questionId, selectedAnswer: letterAt(sheet, place), timeSpent: sheet[place * 3 + 1] as number, revision }
}

/** The letter chosen at this position of the paper, or null when unanswered. */
export const letterAt = (sheet: SheetAnswers, place: number) => (sheet[place * 3] ?? null) as OptionLetter | null

/** All answers of a sheet, in wire format. */
export const answersOf = (sheet: SheetAnswers, paper: Paper): SavedAnswer[] =>
  paper.questions.flatMap((_, place) => answerAt(sheet, paper, place) ?? [])

/** Returns a copy of the sheet with these answers applied. */
function withAnswers(before: SheetAnswers, paper: Paper, changed: readonly SavedAnswer[]): SheetAnswers {
  const sheet = [...before]
  for (const { questionId, selectedAnswer, timeSpent, revision } of changed) {
    const place = paper.placeOf.get(questionId)?.place ?? 0
    while (sheet.length < place * 3) sheet.push(null, 0, -1)
    sheet.splice(place * 3, 3, selectedAnswer, timeSpent, revision)
  }
  return sheet
}

function countAnswered(sheet: SheetAnswers) {
  let answered = 0
  for (let at = 0; at < sheet.length; at += 3) if (sheet[at] !== null) answered++
  return answered
}

export interface Merged {
  sheet: SheetAnswers
  /** Number of questions with an answer. */
  answered: number
  /** Ids of questions whose answers were ignored because their section is not open. */
  ignored: string[]
  /** Stored answers that are newer than the incoming ones. */
  newer: SavedAnswer[]
}

/**
 * Merges answers into a copy of a sheet.
 * @param open the sections that accept answers
 * @throws VALIDATION when a question is not in the paper
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
    const found = paper.placeOf.get(answer.questionId)
    if (!found) throw notInPaper(position)
    if (open.includes(found.part)) taken.push(answer)
    else ignored.add(answer.questionId)
  }
  const kept = (questionId: string) => answerAt(before, paper, paper.placeOf.get(questionId)?.place ?? -1)
  const changed = mergeAnswers(kept, taken)
  const sheet = changed.length > 0 ? withAnswers(before, paper, changed) : before
  const changedIds = new Set(changed.map(({ questionId }) => questionId))
  const stale = new Set(taken.map(({ questionId }) => questionId).filter((questionId) => !changedIds.has(questionId)))
  return {
    sheet,
    answered: countAnswered(sheet),
    ignored: [...ignored],
    newer: [...stale].flatMap((questionId) => kept(questionId) ?? []),
  }
}

/** Maximum log entries per attempt, including connection gaps. */
const maxViolations = 1_000
/** Device clocks can be hours off. Times further off than this are replaced by the current time. */
const plausibleMs = 48 * 3_600_000

/** Logs exam room events. @returns the attempt's violation count */
export async function addViolations(tx: Db, attempt: AttemptRow, incoming: readonly ViolationInput[], now: number) {
  if (incoming.length === 0) return attempt.violationCount
  // Keeps a forged log from filling the disk.
  if ((await attemptsRepo(tx).logLength(attempt.id)) >= maxViolations) return attempt.violationCount
  const rows = incoming.map(({ at, ...violation }) => ({
    ...violation,
    at: Math.abs(at - now) > plausibleMs ? now : at,
    receivedAt: now,
  }))
  const counted = await attemptsRepo(tx).addViolations(attempt.id, rows)
  const violationCount = Math.max(attempt.violationCount, counted)
  if (violationCount !== attempt.violationCount) await attemptsRepo(tx).update(attempt.id, { violationCount })
  return violationCount
}

/**
 * True if an attempt never saved or changed section (which also saves), so its section time limits were not enforced.
 * Locked sections always enforce theirs.
 */
export const isUntimed = ({ savedAt }: Pick<Sitting, 'savedAt'>, { shown }: Paper) =>
  savedAt === null && !shown.rules.lockSections
