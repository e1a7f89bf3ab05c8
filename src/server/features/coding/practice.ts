import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { countDifficulties } from '#shared/coding/coding.rules.ts'
import type { PracticeItem } from '#shared/coding/practice.schema.ts'
import { practiceRepo } from './practice.repo.ts'

/** Practice questions with the student's progress. */
export async function getPractice(app: Platform, scope: StudentScope) {
  const repo = practiceRepo(app.db.read)
  const own = new Map((await repo.own(scope)).map((row) => [row.questionId, row]))
  const questions = (await repo.offered(app.clock.now())).map((question): PracticeItem => {
    const { best, attempts } = own.get(question.id) ?? { best: 0, attempts: 0 }
    const status = attempts === 0 ? 'not_attempted' : best === 100 ? 'solved' : 'attempted'
    return { ...question, status, best_score: best ?? 0, attempts }
  })
  const solved = questions.filter(({ status }) => status === 'solved').length
  const attempted = questions.filter(({ status }) => status !== 'not_attempted').length
  return { questions, stats: { total: questions.length, solved, attempted, ...countDifficulties(questions) } }
}
