import { z } from 'zod'
import { lookUp } from '#server/trpc/init.ts'
import { collegeAdmin, collegeStaff } from '#server/trpc/procedures.ts'
import {
  liveBoard,
  liveChanges,
  liveQuery,
  liveTests,
  receiptCheck,
  receiptQuery,
  violationLog,
} from '#shared/attempts/live.schema.ts'
import { moveForm, networkExceptionForm } from '#shared/attempts/seat.schema.ts'
import {
  extraTimeAnswer,
  extraTimeForm,
  keyExposure,
  keyExposureForm,
  reopenForm,
  timeChangeList,
  timeChangeQuery,
} from '#shared/attempts/time.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { findLiveTests, getBoard, getViolations, requireAccepted, watchBoard } from './live.ts'
import { checkReceipt } from './receipts.ts'
import { moveAttempt, setNetworkException } from './seat.ts'
import { findKeyExposure, findTimeChanges, giveExtraTime, reopenAttempt } from './time.ts'

/** Looks up the assignment before validating the input: returns 404 before 400. */
const ofAssignment = collegeAdmin.input(byId).use(lookUp((ctx, id) => requireAccepted(ctx.app, ctx.scope, id)))

/** Same as `ofAssignment`, for reads, which are also open to faculty. */
const atAssignment = collegeStaff.input(byId).use(lookUp((ctx, id) => requireAccepted(ctx.app, ctx.scope, id)))

/** Invigilation procedures, part of the attempts router. */
export const liveProcedures = {
  liveTests: collegeStaff
    .meta({ summary: "List the college's running tests and the next test that will open" })
    .output(liveTests)
    .query(({ ctx }) => findLiveTests(ctx.app, ctx.scope)),
  live: atAssignment
    .meta({ rest: 'GET /tests/assignment/{id}/live', summary: 'Get the progress of every student in an assignment' })
    .input(liveQuery)
    .output(liveBoard)
    .query(({ ctx, input }) => getBoard(ctx.app, ctx.scope, input.id, input.since)),
  liveChanges: atAssignment.meta({ summary: 'Stream changes on the live board' }).subscription(async function* ({
    ctx: { app, scope, token },
    input,
    signal = new AbortController().signal,
  }) {
    for await (const changes of watchBoard(app, scope, input.id, { token, signal })) yield liveChanges.parse(changes)
  }),
  violations: atAssignment
    .meta({
      rest: 'GET /tests/assignment/{id}/students/{studentId}/violations',
      summary: "List a student's violations",
    })
    .input(z.object({ studentId: z.string() }))
    .output(violationLog)
    .query(({ ctx, input }) => getViolations(ctx.app, ctx.scope, input.id, input.studentId)),
  timeChanges: atAssignment
    .meta({
      rest: 'GET /tests/assignment/{id}/time-changes',
      summary: 'List the extra time, time given back and reopened attempts of an assignment',
    })
    .input(timeChangeQuery)
    .output(timeChangeList)
    .query(({ ctx, input }) => findTimeChanges(ctx.app, ctx.scope, input.id, input.studentId)),
  keyExposure: ofAssignment
    .meta({ summary: 'Count the students who have seen the answer key or could have, before giving them more time' })
    .input(keyExposureForm)
    .output(keyExposure)
    .mutation(({ ctx, input }) => findKeyExposure(ctx.app, ctx.scope, input.id, input)),
  giveExtraTime: ofAssignment
    .meta({
      rest: 'POST /tests/assignment/{id}/extra-time',
      summary: 'Give students extra time, before or during their test',
    })
    .input(extraTimeForm)
    .output(extraTimeAnswer)
    .mutation(({ ctx, input }) => giveExtraTime(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  reopen: ofAssignment
    .meta({ stepUp: true, rest: 'POST /tests/assignment/{id}/reopen', summary: 'Reopen a submitted attempt' })
    .input(reopenForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => reopenAttempt(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  moveAttempt: ofAssignment
    .meta({
      rest: 'POST /tests/assignment/{id}/move-attempt',
      summary: 'Release a running attempt from its device; the next device to open the test takes over',
    })
    .input(moveForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => moveAttempt(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  setNetworkException: ofAssignment
    .meta({
      rest: 'POST /tests/assignment/{id}/network-exception',
      summary: 'Grant or revoke permission to take the test from outside its networks',
    })
    .input(networkExceptionForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => setNetworkException(ctx.app, ctx.scope, ctx.actor, input.id, input)),
  checkReceipt: collegeStaff
    .meta({ rest: 'GET /college/receipts/{code}', summary: 'Look up a receipt' })
    .input(receiptQuery)
    .output(receiptCheck)
    .query(({ ctx, input }) => checkReceipt(ctx.app, ctx.scope, input.code)),
}
