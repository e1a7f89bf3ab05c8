import { signedIn, student } from '#server/trpc/procedures.ts'
import {
  followForm,
  jobProgress,
  queuedAnswer,
  runAnswer,
  runForm,
  submissionAnswer,
  submissionListAnswer,
  submissionListQuery,
  submitCodeAnswer,
  submitCodeForm,
} from '#shared/coding/submissions.schema.ts'
import { byId } from '#shared/schema.ts'
import { findOwnSubmissions, getOwnSubmission } from './history.ts'
import { runCode, startRun } from './runs.ts'
import { followJob, startSubmission, submitCode } from './submissions.ts'

/** Procedures that run and submit programs, part of the coding router. */
export const submissionProcedures = {
  run: student
    .meta({
      rest: { method: 'POST', path: '/coding/run' },
      summary: 'Run a program on the samples, or on stdin; nothing is stored',
    })
    .input(runForm)
    .output(runAnswer)
    .mutation(({ ctx, input }) => runCode(ctx.app, ctx.scope, ctx, input)),
  submit: student
    .meta({ rest: { method: 'POST', path: '/coding/submit' }, summary: 'Judge a program on every case' })
    .input(submitCodeForm)
    .output(submitCodeAnswer)
    .mutation(({ ctx, input }) => submitCode(ctx.app, ctx.scope, ctx, input)),
  startRun: student
    .meta({ summary: 'As run, answering at once; `follow` tells how it goes on' })
    .input(runForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startRun(ctx.app, ctx.scope, ctx, input)),
  startSubmission: student
    .meta({ summary: 'As submit, answering at once; `follow` tells how it goes on' })
    .input(submitCodeForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startSubmission(ctx.app, ctx.scope, ctx, input)),
  follow: signedIn
    .meta({ summary: 'Where a run, a submission or a check of one’s own stands, as it happens' })
    .input(followForm)
    .subscription(async function* ({ ctx: { app, actor }, input, signal = new AbortController().signal }) {
      for await (const progress of followJob(app, actor, input.jobId, signal)) yield jobProgress.parse(progress)
    }),
  submissions: student
    .meta({
      rest: { method: 'GET', path: '/coding/submissions' },
      summary: 'One’s own submissions to a question, newest first',
    })
    .input(submissionListQuery)
    .output(submissionListAnswer)
    .query(({ ctx, input }) => findOwnSubmissions(ctx.app, ctx.scope, input)),
  submission: student
    .meta({
      rest: { method: 'GET', path: '/coding/submissions/{id}' },
      summary: 'A submission of one’s own with its code',
    })
    .input(byId)
    .output(submissionAnswer)
    .query(({ ctx, input }) => getOwnSubmission(ctx.app, ctx.scope, input.id)),
}
