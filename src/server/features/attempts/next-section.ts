import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { NextSectionForm } from '#shared/attempts/attempts.schema.ts'
import { deadlineOf, leavePart, openParts, positionAt } from '#shared/attempts/clock.rules.ts'
import { addViolations, mergeSent } from './answers.ts'
import { lastSection, sectionNotReached } from './attempts.errors.ts'
import { attemptsRepo } from './attempts.repo.ts'
import { mergeCode } from './code.ts'
import { paperIn } from './paper.ts'
import { requireRunning, standingAt } from './require-attempt.ts'
import { type Origin, requireSeat, writeSeated } from './seat.ts'

/**
 * Closes a section permanently and opens the next, after saving the enclosed answers. Idempotent for the same `from`: a
 * repeated call returns the current state.
 * @throws CONFLICT when `from` is the last section or not open yet, or the attempt no longer accepts answers
 */
export async function openNextSection(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: NextSectionForm & { id: string },
) {
  const { sitting, paper, ignored } = await writeSeated(app, async (tx) => {
    const now = app.clock.now()
    const sitting = await requireRunning(app, tx, scope, form, now)
    const paper = await app.papers.of(tx, sitting)
    await requireSeat(tx, sitting, paper, from, form.writer, now)
    if (form.from >= paper.plan.length - 1) throw lastSection()
    const { part } = positionAt(sitting, now)
    if (form.from > part) throw sectionNotReached()
    const open = openParts(sitting, now)
    const merged = await mergeSent(tx, sitting, paper, form.answers, open)
    const code = await mergeCode(tx, sitting, paper, form.answers, open, now)
    await attemptsRepo(tx).putSheet(sitting.id, merged.sheet, merged.answered, now)
    await addViolations(tx, sitting, form.violations, now)
    const ignored = [...merged.ignored, ...code.ignored]
    if (form.from < part) return { sitting, paper, ignored }
    const clock = leavePart(sitting, now)
    const left = { currentPart: clock.currentPart, partOpenedAt: clock.partOpenedAt, deadline: deadlineOf(clock) }
    await attemptsRepo(tx).update(sitting.id, left)
    return { sitting: { ...sitting, ...left }, paper, ignored }
  })
  app.liveBoards.announce(sitting)
  const now = app.clock.now()
  const { part, partDeadline } = positionAt(sitting, now)
  return {
    ...standingAt(sitting, paper, now),
    currentSection: part,
    sectionDeadline: partDeadline,
    ignored,
    ...(paper.shown.rules.lockSections && { test: paperIn(paper, part) }),
  }
}
