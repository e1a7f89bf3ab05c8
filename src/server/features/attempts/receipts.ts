import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { receipt, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { groupedReceipt, receiptAlphabet, receiptLetters } from '#shared/attempts/receipts.rules.ts'
import { type AnswerValue, isAnswered, type QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { valueAt } from './answers.ts'
import { receiptNotFound } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from './attempts.repo.ts'
import { savedCodeOf } from './code.ts'
import type { Paper } from './paper.ts'
import { receiptsRepo } from './receipts.repo.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An answer in a receipt: the letter for single choice, otherwise a hash. */
const lineOf = (type: QuestionTypeName, value: AnswerValue | null) => {
  if (value === null) return '-'
  return type === 'single' ? value : sha256(JSON.stringify(sorted(value)))
}

/** Sorts pairs, so the order in which they were chosen does not matter. */
const sorted = (value: AnswerValue) =>
  typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).sort() : value

type Submitted = Pick<AttemptRow, 'id' | 'testId' | 'studentId'>

/**
 * Receipt code: 120 bits of a SHA-256 hash of the attempt's ids, answers and submission time, as six groups of four
 * characters. Covers the graded answers, in paper order.
 */
export function receiptCode(
  attempt: Submitted,
  paper: Paper,
  sheet: SheetAnswers,
  programs: readonly SavedCode[],
  submittedAt: number,
): string {
  const lines = [attempt.id, attempt.testId, attempt.studentId, String(submittedAt)]
  for (const [place, { id, type }] of paper.questions.entries())
    lines.push(`${id}=${lineOf(type, valueAt(sheet, place))}`)
  for (const { questionId } of paper.coding) {
    const saved = programs.find((row) => row.questionId === questionId)
    lines.push(`${questionId}=${saved ? `${saved.language} ${sha256(saved.code)}` : '-'}`)
  }
  const digest = createHash('sha256')
    .update(`examhall receipt 1\n${lines.join('\n')}`)
    .digest()
  // Five bits per letter.
  let bits = BigInt(`0x${digest.toString('hex')}`) >> BigInt(256 - receiptLetters * 5)
  let code = ''
  for (let place = 0; place < receiptLetters; place++) {
    code = (receiptAlphabet[Number(bits & 31n)] ?? '') + code
    bits >>= 5n
  }
  return groupedReceipt(code)
}

/**
 * Returns the receipt of a submitted attempt; null if it was submitted before receipts existed. Each saved program
 * counts as one answer.
 * @param programs saved programs for the coding questions
 */
export function receiptOf(
  attempt: Sitting,
  { questions, coding }: Paper,
  programs: readonly SavedCode[],
): z.input<typeof receipt> | null {
  if (attempt.receipt === null || attempt.submittedAt === null) return null
  const answered = questions.filter((question, place) => isAnswered(question, valueAt(attempt.answers, place))).length
  return {
    code: attempt.receipt,
    submittedAt: attempt.submittedAt,
    answered: answered + programs.filter(({ code }) => code.trim() !== '').length,
    questions: questions.length + coding.length,
  }
}

/**
 * Verifies a receipt against the stored answers.
 * @throws NOT_FOUND, also for another college's receipt, or one replaced by a later submission
 */
export async function checkReceipt(app: Services, scope: CollegeScope, code: string) {
  const found = await receiptsRepo(app.db.read).find(scope, code)
  const sitting = found && (await attemptsRepo(app.db.read).sitting(found.attempt.id))
  if (!sitting) throw receiptNotFound()
  const paper = await app.papers.of(app.db.read, sitting)
  const { attempt, studentName, idNumber, testName } = found
  const programs = await savedCodeOf(app.db.read, sitting.id, paper)
  const shown = receiptOf(sitting, paper, programs)
  if (!shown) throw receiptNotFound()
  return {
    receipt: {
      ...shown,
      valid: receiptCode(sitting, paper, sitting.answers, programs, shown.submittedAt) === shown.code,
      attemptId: attempt.id,
      studentId: attempt.studentId,
      studentName,
      idNumber,
      testName,
      submittedBy: attempt.submittedBy ?? 'student',
      marksObtained: attempt.marksObtained,
      totalMarks: attempt.totalMarks ?? 0,
    },
  }
}
