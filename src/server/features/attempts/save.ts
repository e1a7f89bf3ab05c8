import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { SaveForm } from '#shared/attempts/attempts.schema.ts'
import { openParts } from '#shared/attempts/clock.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { addViolations, answersOf, answersTo, mergeSent } from './answers.ts'
import { attemptsRepo } from './attempts.repo.ts'
import { mergeCode, savedCodeOf } from './code.ts'
import { requireRunning, standingAt } from './require-attempt.ts'
import { type Origin, requireSeat, writeSeated } from './seat.ts'

const minute = 60_000

/**
 * Saves answers while the attempt is running; resolves when they are on disk. Answers to closed sections are ignored
 * and reported.
 * @throws CONFLICT after submission, after the deadline and grace period, or while another device is in use; FORBIDDEN
 * outside the test's networks; VALIDATION, saving nothing, for a question that is not in the paper
 */
export async function saveAnswers(app: Services, scope: StudentScope, from: Origin, form: SaveForm & { id: string }) {
  const { sitting, paper, merged, code, writer } = await writeSeated(app, async (tx) => {
    const now = app.clock.now()
    const sitting = await requireRunning(app, tx, scope, form, now)
    const paper = await app.papers.of(tx, sitting)
    await requireSeat(tx, sitting, paper, from, form.writer, now)
    const open = openParts(sitting, now)
    const merged = await mergeSent(tx, sitting, paper, form.answers, open)
    const code = await mergeCode(tx, sitting, paper, form.answers, open, now)
    await attemptsRepo(tx).putSheet(sitting.id, merged.sheet, merged.answered, now)
    await addViolations(tx, sitting, form.violations, now)
    const { oneDevice } = paper.shown.rules
    const takesOver = form.writer !== undefined && (oneDevice || form.takeOver || sitting.writer === null)
    const writer = takesOver ? (form.writer ?? null) : sitting.writer
    if (!oneDevice && writer !== sitting.writer) await attemptsRepo(tx).update(sitting.id, { writer })
    return { sitting, paper, merged, code, writer }
  })
  app.metrics.saved(form.answers.length)
  app.liveBoards.announce(sitting)
  const now = app.clock.now()
  const kept = form.takeOver
    ? [...answersOf(merged.sheet, paper), ...(await savedCodeOf(app.db.read, sitting.id, paper))]
    : []
  const sent = new Set(form.answers.map(({ questionId }) => questionId))
  return {
    savedAt: now,
    ...standingAt(sitting, paper, now),
    ignored: [...merged.ignored, ...code.ignored],
    // A device that takes over also receives the answers that it did not send.
    newer: [
      ...kept.filter(({ questionId }) => !sent.has(questionId)),
      ...answersTo(merged.newer, merged.sheet, paper),
      ...code.newer,
    ],
    isWriter: form.writer === undefined || form.writer === writer,
    extraMinutes: round2(sitting.extraMs / minute),
  }
}
