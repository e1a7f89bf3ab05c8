import type { Services } from '#server/services.ts'
import { minute } from './calendar.ts'
import { actorOf, callerAt } from './callers.ts'
import { demoRepo } from './demo.repo.ts'
import { commentOn, levelsIn } from './essays/essay.ts'
import type { Enrolled } from './people.ts'
import { randomOf } from './random.ts'
import { type AcceptedTest, partsOf } from './seed-test.ts'

/** Lets the college's faculty take turns marking the submitted essays. */
export async function markEssays(
  app: Services,
  { college, collegeAdmin }: Enrolled,
  accepted: readonly AcceptedTest[],
): Promise<void> {
  const tests = accepted.filter(({ seed }) => seed.marked !== undefined)
  if (tests.length === 0) return
  const markers = await Promise.all(
    college.faculty.map(async ({ email }) => {
      const user = await demoRepo(app.db.read).findUser(email)
      if (!user) throw new Error('The demo has no such faculty')
      return actorOf(user, collegeAdmin.collegeId)
    }),
  )
  for (const { id, seed } of tests) {
    const from = Date.parse(seed.form.endDateTime)
    const { marking } = callerAt(app, collegeAdmin, from).call
    const essays = new Map(
      partsOf(seed).flatMap(({ questions }) =>
        questions.flatMap(({ questionText, criteria }) => (criteria ? [[questionText, criteria] as const] : [])),
      ),
    )
    for (const { questionId, questionText } of (await marking.overview({ id })).questions) {
      const criteria = essays.get(questionText) ?? []
      const { answers } = await marking.queue({ id, questionId, limit: 100, names: true })
      await Promise.all(
        answers
          .filter(({ student }) => randomOf(`${student?.idNumber}, ${questionText}`)() < (seed.marked ?? 0))
          .map(async ({ attemptId, answer }, place) => {
            const marker = markers[place % markers.length] ?? collegeAdmin
            const levels = levelsIn(criteria, answer)
            const { call } = callerAt(app, marker, from + (20 + 4 * place) * minute)
            await call.marking.mark({ id: attemptId, questionId, levels, comment: commentOn(criteria, levels) })
          }),
      )
    }
  }
}
