import { lookUp, router } from '#server/trpc/init.ts'
import { masterAdmin, staff } from '#server/trpc/procedures.ts'
import {
  markAnswer,
  markerList,
  markersForm,
  markForm,
  markingExists,
  markingOverview,
  markingQuery,
  markingQueue,
  markingTests,
} from '#shared/marking/marking.schema.ts'
import { byId } from '#shared/schema.ts'
import { chooseMarkers, findMarkers, giveMarks, requireMarkableAttempt } from './marking.ts'
import { objectionsRouter } from './objections/objections.router.ts'
import { findMarkingTests, getMarking, getQueue, hasMarking, requireMarkable } from './queue.ts'

/** Marking essays and other answers by hand. */
export const markingRouter = router({
  tests: staff
    .meta({ rest: 'GET /marking', summary: 'List tests with answers to mark or objections' })
    .output(markingTests)
    .query(({ ctx }) => findMarkingTests(ctx.app, ctx.reach)),
  exists: staff.output(markingExists).query(({ ctx }) => hasMarking(ctx.app, ctx.reach)),
  overview: staff
    .meta({ rest: 'GET /tests/{id}/marking', summary: 'Count a test’s answers to mark, by question' })
    .input(byId)
    .output(markingOverview)
    .query(({ ctx, input }) => getMarking(ctx.app, ctx.reach, input.id)),
  queue: staff
    .input(byId)
    .use(lookUp((ctx, id) => requireMarkable(ctx.app, ctx.reach, id)))
    .meta({ rest: 'GET /tests/{id}/marking/answers', summary: 'List answers to a question for marking, without names' })
    .input(markingQuery)
    .output(markingQueue)
    .query(({ ctx, input }) => getQueue(ctx.app, ctx.reach, ctx.actor, input)),
  mark: staff
    .input(byId)
    .use(lookUp((ctx, id) => requireMarkableAttempt(ctx.app, ctx.reach, id)))
    .meta({ rest: 'PUT /attempts/{id}/marks', summary: 'Mark an answer; `marks: null` removes the marks' })
    .input(markForm)
    .output(markAnswer)
    .mutation(({ ctx, input }) => giveMarks(ctx.app, ctx.reach, ctx.actor, input)),
  markers: masterAdmin
    .meta({ rest: 'GET /tests/{id}/markers', summary: 'List the faculty chosen to mark a test' })
    .input(byId)
    .output(markerList)
    .query(({ ctx, input }) => findMarkers(ctx.app, input.id)),
  chooseMarkers: masterAdmin
    .input(byId)
    .use(lookUp((ctx, id) => requireMarkable(ctx.app, { kind: 'platform' }, id)))
    .meta({ rest: 'PUT /tests/{id}/markers', summary: 'Choose the faculty who mark a test; none means all' })
    .input(markersForm)
    .output(markerList)
    .mutation(({ ctx, input }) => chooseMarkers(ctx.app, ctx.actor, input.id, input.userIds)),
  objections: objectionsRouter,
})
