import type { Db } from '#server/platform/db.ts'
import { givenAnswer, mergeAnswers, type StoredAnswer } from '#shared/attempts/attempts.rules.ts'
import type { AnswerInput, SavedAnswer, ViolationInput } from '#shared/attempts/attempts.schema.ts'
import { type AnswerValue, expectedAnswer, isAnswered, isAnswerTo } from '#shared/bank/question-types.rules.ts'
import { attachedIn, type EssayAnswer, essayWith } from '#shared/bank/types/essay.rules.ts'
import { notAnAnswer, notInPaper } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from './attempts.repo.ts'
import { requireUploaded } from './files.ts'
import { toSeenLetters, toTestLetters } from './own-paper.ts'
import type { QuestionRow } from './paper.repo.ts'
import { isCode, type Paper, type PenalisedQuestion } from './paper-model.ts'

/** The stored answer at this position, or undefined if the question was never touched. */
function storedAt(sheet: SheetAnswers, paper: Paper, place: number): StoredAnswer | undefined {
  const revision = revisionAt(sheet, place)
  const questionId = paper.questions[place]?.id
  if (revision < 0 || questionId === undefined) return undefined
  return { questionId, value: valueAt(sheet, place), timeSpent: timeSpentAt(sheet, place), revision }
}

/** The answer at this position of the paper, or null when unanswered. */
export const valueAt = (sheet: SheetAnswers, place: number) => (sheet[place * 3] ?? null) as AnswerValue | null

/** Seconds spent on the answer at this position. */
export const timeSpentAt = (sheet: SheetAnswers, place: number) => (sheet[place * 3 + 1] ?? 0) as number

/** The revision of the answer at this position; -1 if never answered. */
export const revisionAt = (sheet: SheetAnswers, place: number) => (sheet[place * 3 + 2] ?? -1) as number

/** Converts an answer to wire format. Single choice has a separate field, which predates the other types. */
function sentAnswer({ value, ...answer }: StoredAnswer, { questions, placeOf, own }: Paper): SavedAnswer {
  const question = questions[placeOf.get(answer.questionId)?.place ?? -1]
  const seen = question && own ? toSeenLetters(value, own.letters(question)) : value
  return question?.type === 'single'
    ? { ...answer, selectedAnswer: seen as SavedAnswer['selectedAnswer'] }
    : { ...answer, answer: seen as SavedAnswer['answer'] }
}

/** Converts a received answer to the test's option letters. */
function withTestLetters(answer: AnswerInput, question: PenalisedQuestion, { own }: Paper): AnswerInput {
  const order = own?.letters(question)
  if (!order) return answer
  const value = toTestLetters(givenAnswer(answer), order)
  return { ...answer, answer: value as AnswerInput['answer'], selectedAnswer: null }
}

/** The stored answers to these questions, in wire format. */
export const answersTo = (questionIds: readonly string[], sheet: SheetAnswers, paper: Paper): SavedAnswer[] =>
  questionIds.flatMap((questionId) => {
    const stored = storedAt(sheet, paper, paper.placeOf.get(questionId)?.place ?? -1)
    return stored ? [sentAnswer(stored, paper)] : []
  })

/** All answers of a sheet, in wire format. */
export const answersOf = (sheet: SheetAnswers, paper: Paper): SavedAnswer[] =>
  answersTo(
    paper.questions.map(({ id }) => id),
    sheet,
    paper,
  )

/** Returns a copy of the sheet with these answers applied. */
function withAnswers(before: SheetAnswers, paper: Paper, changed: readonly StoredAnswer[]): SheetAnswers {
  const sheet = [...before]
  for (const { questionId, value, timeSpent, revision } of changed) {
    const place = paper.placeOf.get(questionId)?.place ?? 0
    while (sheet.length < place * 3) sheet.push(null, 0, -1)
    sheet.splice(place * 3, 3, value, timeSpent, revision)
  }
  return sheet
}

function countAnswered(sheet: SheetAnswers) {
  let answered = 0
  for (let at = 0; at < sheet.length; at += 3) if (sheet[at] !== null) answered++
  return answered
}

/** True if the answer is empty or valid for the question. */
function isValid(question: QuestionRow, answer: AnswerInput): boolean {
  const value = givenAnswer(answer)
  return value === null || isAnswerTo(question, value)
}

/** Empty answers are stored as null, like questions without an answer; empty lists of files are not stored. */
function withoutEmpty(answer: StoredAnswer, { questions, placeOf }: Paper): StoredAnswer {
  const question = questions[placeOf.get(answer.questionId)?.place ?? -1]
  if (!question || !isAnswered(question, answer.value)) return { ...answer, value: null }
  const files = attachedIn(answer.value)?.files
  return files?.length === 0 ? { ...answer, value: essayWith((answer.value as EssayAnswer).text, []) } : answer
}

interface Merged {
  sheet: SheetAnswers
  /** Number of questions with an answer. */
  answered: number
  /** Ids of questions whose answers were ignored because their section is not open. */
  ignored: string[]
  /** Ids of questions whose stored answers are newer than the incoming ones. */
  newer: string[]
}

/**
 * Merges answers other than code into a copy of a sheet.
 * @param open the sections that accept answers
 * @throws VALIDATION when a question is not in the paper or the answer is invalid for it
 */
function mergeIntoSheet(
  before: SheetAnswers,
  paper: Paper,
  incoming: readonly AnswerInput[],
  open: readonly number[],
): Merged {
  const ignored = new Set<string>()
  const taken: AnswerInput[] = []
  for (const [position, sent] of incoming.entries()) {
    if (isCode(sent, paper)) continue
    const found = paper.placeOf.get(sent.questionId)
    const question = paper.questions[found?.place ?? -1]
    if (!found || !question) throw notInPaper(position)
    // Answers that do not count may be invalid: nobody can correct them any more.
    if (!open.includes(found.part)) {
      ignored.add(sent.questionId)
      continue
    }
    const answer = withTestLetters(sent, question, paper)
    if (!isValid(question, answer)) throw notAnAnswer(position, expectedAnswer(question))
    taken.push(answer)
  }
  const kept = (questionId: string) => storedAt(before, paper, paper.placeOf.get(questionId)?.place ?? -1)
  const changed = mergeAnswers(kept, taken).map((answer) => withoutEmpty(answer, paper))
  const sheet = changed.length > 0 ? withAnswers(before, paper, changed) : before
  const changedIds = new Set(changed.map(({ questionId }) => questionId))
  const stale = new Set(taken.map(({ questionId }) => questionId).filter((questionId) => !changedIds.has(questionId)))
  return { sheet, answered: countAnswered(sheet), ignored: [...ignored], newer: [...stale] }
}

/** Merges answers other than code whose files have been uploaded. @throws the errors of `mergeIntoSheet` and `requireUploaded` */
export async function mergeSent(
  tx: Db,
  sitting: Sitting,
  paper: Paper,
  incoming: readonly AnswerInput[],
  open: readonly number[],
): Promise<Merged> {
  await requireUploaded(tx, sitting.id, paper, incoming, open)
  return mergeIntoSheet(sitting.answers, paper, incoming, open)
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
 * Locked sections always enforce their limits.
 */
export const isUntimed = ({ savedAt }: Pick<Sitting, 'savedAt'>, { shown }: Paper) =>
  savedAt === null && !shown.rules.lockSections
