import { router } from '#server/trpc/init.ts'
import { student } from '#server/trpc/procedures.ts'
import { practiceAnswer } from '#shared/coding/practice.schema.ts'
import { bankProcedures } from './bank/bank.router.ts'
import { plagiarismProcedures } from './plagiarism.router.ts'
import { getPractice } from './practice.ts'
import { submissionProcedures } from './submissions/submissions.router.ts'

export const codingRouter = router({
  ...bankProcedures,
  ...submissionProcedures,
  ...plagiarismProcedures,
  practice: student
    .meta({ rest: 'GET /coding/practice/questions', summary: 'List practice questions with your progress' })
    .output(practiceAnswer)
    .query(({ ctx }) => getPractice(ctx.app, ctx.scope)),
})
