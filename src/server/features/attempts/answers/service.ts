import type { Db } from '#server/platform/db.ts'
import { mergeAnswers } from '#shared/attempts/rules.ts'
import type { AnswerInput, SavedAnswer, ViolationInput } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import { notInPaper } from '../errors.ts'
import type { Paper } from '../paper/service.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from '../repo.ts'

/** One answer of a sheet as it is sent, or undefined when the question was never touched. */
function answerAt(sheet: SheetAnswers, paper: Paper, place: number): SavedAnswer | undefined {
  const revision = sheet[place * 3 + 2] as number | undefined
  const questionId = paper.questions[place]?.id
  if (revision === undefined || revision < 0 || questionId === undefined) return undefined
  return { questionId, selectedAnswer: letterAt(sheet, place), timeSpent: sheet[place * 3 + 1] as number, revision }
}

/** The letter chosen for the question at this place of the paper, null when it is unanswered. */
export const letterAt = (sheet: SheetAnswers, place: number) => (sheet[place * 3] ?? null) as OptionLetter | null

/** A sheet's answers in their wire format. */
export const answersOf = (sheet: SheetAnswers, paper: Paper): SavedAnswer[] =>
  paper.questions.flatMap((_, place) => answerAt(sheet, paper, place) ?? [])

/** A sheet with these answers put over it. */
function withAnswers(before: SheetAnswers, paper: Paper, changed: readonly SavedAnswer[]): SheetAnswers {
  const sheet = [...before]
  for (const { questionId, selectedAnswer, timeSpent, revision } of changed) {
    const place = paper.placeOf.get(questionId)?.place ?? 0
    while (sheet.length < place * 3) sheet.push(null, 0, -1)
    sheet.splice(place * 3, 3, selectedAnswer, timeSpent, revision)
  }
  return sheet
}

/** How many questions have an answer. */
function countAnswered(sheet: SheetAnswers) {
  let answered = 0
  for (let at = 0; at < sheet.length; at += 3) if (sheet[at] !== null) answered++
  return answered
}

export interface Merged {
  sheet: SheetAnswers
  /** How many questions have an answer. */
  answered: number
  /** Questions of a part that is not open. */
  ignored: string[]
  /** The stored answers to questions whose incoming answer was not the newest. */
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
const mostViolations = 1_000
/** A device's clock may be hours off; beyond this a time is taken as now. */
const plausibleMs = 48 * 3_600_000

/** Writes down what the exam room noticed. @returns how many violations the attempt has now */
export async function addViolations(tx: Db, attempt: AttemptRow, incoming: readonly ViolationInput[], now: number) {
  if (incoming.length === 0) return attempt.violationCount
  // A forged log must not fill the disk or contain the year 9999.
  if ((await attemptsRepo(tx).logLength(attempt.id)) >= mostViolations) return attempt.violationCount
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
 * True if an attempt never saved nor left a section (which also saves), so that section clocks were not followed.
 * Locked sections always follow them.
 */
export const isUntimed = ({ savedAt }: Pick<Sitting, 'savedAt'>, { shown }: Paper) =>
  savedAt === null && !shown.rules.lockSections
