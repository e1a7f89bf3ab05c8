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

/** Procedures for runs and submissions, part of the coding router. */
export const submissionProcedures = {
  run: student
    .meta({ rest: 'POST /coding/run', summary: 'Run a program on the sample cases or on stdin, without storing it' })
    .input(runForm)
    .output(runAnswer)
    .mutation(({ ctx, input }) => runCode(ctx.app, ctx.scope, ctx, input)),
  submit: student
    .meta({ rest: 'POST /coding/submit', summary: 'Submit a program and judge it on every case' })
    .input(submitCodeForm)
    .output(submitCodeAnswer)
    .mutation(({ ctx, input }) => submitCode(ctx.app, ctx.scope, ctx, input)),
  startRun: student
    .meta({ summary: 'Start a run and return immediately; `follow` streams its progress' })
    .input(runForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startRun(ctx.app, ctx.scope, ctx, input)),
  startSubmission: student
    .meta({ summary: 'Submit a program and return immediately; `follow` streams the progress' })
    .input(submitCodeForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startSubmission(ctx.app, ctx.scope, ctx, input)),
  follow: signedIn
    .meta({ summary: 'Stream the progress of your run, submission or check' })
    .input(followForm)
    .subscription(async function* ({ ctx: { app, actor }, input, signal = new AbortController().signal }) {
      for await (const progress of followJob(app, actor, input.jobId, signal)) yield jobProgress.parse(progress)
    }),
  submissions: student
    .meta({ rest: 'GET /coding/submissions', summary: 'List your submissions to a question, newest first' })
    .input(submissionListQuery)
    .output(submissionListAnswer)
    .query(({ ctx, input }) => findOwnSubmissions(ctx.app, ctx.scope, input)),
  submission: student
    .meta({ rest: 'GET /coding/submissions/{id}', summary: 'Get one of your submissions with its code' })
    .input(byId)
    .output(submissionAnswer)
    .query(({ ctx, input }) => getOwnSubmission(ctx.app, ctx.scope, input.id)),
}
