import { collegeStaff } from '#server/trpc/procedures.ts'
import {
  plagiarismAnswer,
  plagiarismPairAnswer,
  plagiarismPairQuery,
  plagiarismQuery,
} from '#shared/coding/plagiarism.schema.ts'
import { byId } from '#shared/schema.ts'
import { findPlagiarism, getPlagiarismPair } from './plagiarism.ts'

/** Plagiarism procedures, part of the coding router. `id` is the test ID. */
export const plagiarismProcedures = {
  plagiarism: collegeStaff
    .meta({
      rest: 'GET /tests/{id}/plagiarism',
      summary: 'List similar programs for a test’s coding question, most similar first',
    })
    .input(plagiarismQuery.extend(byId.shape))
    .output(plagiarismAnswer)
    .query(({ ctx, input }) => findPlagiarism(ctx.app, ctx.scope, input.id, input.questionId)),
  plagiarismPair: collegeStaff
    .meta({ rest: 'GET /tests/{id}/plagiarism/pair', summary: 'Compare two programs, with their matching lines' })
    .input(plagiarismPairQuery.extend(byId.shape))
    .output(plagiarismPairAnswer)
    .query(({ ctx, input }) => getPlagiarismPair(ctx.app, ctx.scope, input.id, input)),
}
