import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { levelsRefusal, marksOfLevels } from '#shared/marking/marking.rules.ts'
import type { MarkForm, markAnswer } from '#shared/marking/marking.schema.ts'
import { valueAt } from '../attempts/answers.ts'
import {
  type MarkRow,
  markOf,
  regradeAttempt,
  type Sitting,
  sittingToMark,
  storeMark,
  studentToMark,
} from '../attempts/marks.ts'
import type { Paper, QuestionRow } from '../attempts/paper.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  attemptNotFound,
  markedMeanwhile,
  marksMissing,
  notAnswered,
  notFaculty,
  notInTest,
  notMarkedYet,
  notSubmitted,
  ownMarks,
  tooManyMarks,
  wrongLevels,
} from './marking.errors.ts'
import { markingRepo } from './marking.repo.ts'
import { presentAnswer, requireMarkable, requireMarker, rubricOf } from './queue.ts'

/** @throws NOT_FOUND, also for another college's attempt */
export async function requireMarkableAttempt(app: Platform, reach: Reach, attemptId: string) {
  const attempt = await markingRepo(app.db.read).attempt(reach, attemptId)
  if (!attempt) throw attemptNotFound()
  return attempt
}

/** Returns the marks in a form, validated against the question; null removes them. @throws VALIDATION */
function marksIn(question: QuestionRow, { marks, levels }: MarkForm): number | null {
  const rubric = rubricOf(question)
  const refused = levels ? levelsRefusal(rubric, levels) : null
  if (refused) throw wrongLevels(refused)
  if (marks === null) return null
  const given = marks ?? marksOfLevels(rubric, levels ?? [], question.marks)
  if (given === null) throw marksMissing()
  if (given > question.marks) throw tooManyMarks(question.marks)
  return given
}

/** Returns the columns to change. @throws CONFLICT for a second opinion on the actor's own marks or before any marks */
function changeOf(before: MarkRow | undefined, marks: number | null, form: MarkForm, actor: Actor, now: number) {
  const isTaken = marks === null
  const by = { by: isTaken ? null : actor.id, at: isTaken ? null : now, levels: form.levels ?? null }
  if (!form.second) return { marks, comment: form.comment, levels: by.levels, markedBy: by.by, markedAt: by.at }
  if (before?.marks == null) throw notMarkedYet()
  if (before.markedBy === actor.id) throw ownMarks()
  return { secondMarks: marks, secondComment: form.comment, secondLevels: by.levels, secondBy: by.by, secondAt: by.at }
}

/** True if the actor has already made this change: the response to an earlier call was lost. */
const isRepeated = (before: MarkRow | undefined, change: Partial<MarkRow>) =>
  before
    ? Object.entries({ ...change, markedAt: before.markedAt, secondAt: before.secondAt }).every(([name, value]) =>
        isDeepStrictEqual(before[name as keyof MarkRow], value),
      )
    : change.marks === null

/** @throws CONFLICT if the answer was marked after the actor loaded it */
function requireSeen(before: MarkRow | undefined, { since, second }: MarkForm) {
  if (since === undefined) return
  const at = (second ? before?.secondAt : before?.markedAt) ?? null
  if ((since === null ? null : Date.parse(since)) !== at) throw markedMeanwhile()
}

/**
 * Gives or removes marks for an answer. The attempt gets its result once all answers are marked.
 * @throws NOT_FOUND; VALIDATION; CONFLICT while the attempt is running, or if the answer was marked in the meantime;
 * FORBIDDEN when other faculty were chosen
 */
export async function giveMarks(
  app: Services,
  reach: Reach,
  actor: Actor,
  { id: attemptId, ...form }: MarkForm & { id: string },
): Promise<z.input<typeof markAnswer>> {
  const { testId } = await requireMarkableAttempt(app, reach, attemptId)
  await requireMarker(app, reach, actor, testId)
  const { sitting, question } = await app.db.write(async (tx) => {
    const sitting = await sittingToMark(tx, attemptId)
    if (!sitting) throw attemptNotFound()
    if (sitting.submittedAt === null) throw notSubmitted()
    const paper = await app.papers.of(tx, sitting)
    const place = paper.questions.findIndex(({ id }) => id === form.questionId)
    const question = paper.questions[place]
    if (!question) throw notInTest()
    if (valueAt(sitting.answers, place) === null) throw notAnswered()
    const before = await markOf(tx, attemptId, question.id)
    const now = app.clock.now()
    const marks = marksIn(question, form)
    const change = changeOf(before, marks, form, actor, now)
    if (isRepeated(before, change)) return { sitting, question }
    requireSeen(before, form)
    await storeMark(tx, sitting, question, place, change)
    if (form.second) return { sitting, question }
    await recordRemark(tx, now, actor, { sitting, paper, question, from: before?.marks ?? null, to: marks })
    return { sitting: await regradeAttempt(tx, sitting, paper), question }
  })
  app.liveBoards.announce(sitting)
  const row = await markingRepo(app.db.read).answer(attemptId, question.id)
  if (!row) throw attemptNotFound()
  return { mark: await presentAnswer(app, row, question, false), pendingMarks: sitting.pendingMarks }
}

interface Remark {
  sitting: Sitting
  paper: Paper
  question: QuestionRow
  from: number | null
  to: number | null
}

/** Records changed marks. An essay's first marks need no entry, because they are stored with their author. */
async function recordRemark(tx: Db, now: number, actor: Actor, { sitting, paper, question, from, to }: Remark) {
  if (from === to || (from === null && question.type === 'essay')) return
  const student = await studentToMark(tx, sitting)
  await recordAudit(tx, now, actor, {
    action: 'assignment.change_marks',
    subject: { type: 'assignment', id: sitting.assignmentId, name: paper.shown.testName },
    collegeId: sitting.collegeId,
    detail: {
      ...{ student: student?.name, studentId: sitting.studentId },
      ...{ questionId: question.id, fromMarks: from, toMarks: to },
    },
  })
}

/** Faculty chosen to mark a test. @throws NOT_FOUND */
export async function findMarkers(app: Platform, testId: string) {
  await requireMarkable(app, { kind: 'platform' }, testId)
  return { markers: await markingRepo(app.db.read).markersOf(testId) }
}

/** Replaces the faculty who mark a test. @throws NOT_FOUND; VALIDATION for anybody who is not faculty */
export async function chooseMarkers(app: Platform, actor: Actor, testId: string, userIds: readonly string[]) {
  const testName = await requireMarkable(app, { kind: 'platform' }, testId)
  const chosen = [...new Set(userIds)]
  await app.db.write(async (tx) => {
    const faculty = new Set(await markingRepo(tx).facultyAmong(chosen))
    const wrong = userIds.findIndex((id) => !faculty.has(id))
    if (wrong >= 0) throw notFaculty(wrong)
    await markingRepo(tx).putMarkers(testId, chosen)
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'test.choose_markers',
      subject: { type: 'test', id: testId, name: testName },
      detail: { markers: chosen.length },
    })
  })
  return findMarkers(app, testId)
}
