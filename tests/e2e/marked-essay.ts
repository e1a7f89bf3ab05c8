import type { PreparedTest } from './prepared-test.ts'
import type { Product } from './product.ts'

/** Marks a student's submitted essay over REST. */
export async function markEssay({ api }: Product, { testId, admin }: PreparedTest, marks: number): Promise<void> {
  const { token } = (await api('POST', '/auth/login', undefined, admin)).body
  const { questions } = (await api('GET', `/tests/${testId}/marking`, token)).body
  const { questionId } = questions[0]
  const { answers } = (await api('GET', `/tests/${testId}/marking/answers?questionId=${questionId}`, token)).body
  await api('PUT', `/attempts/${answers[0].attemptId}/marks`, token, { questionId, marks })
}
