import type { Language } from '#shared/coding/languages.rules.ts'
import type { JudgeJob, JudgeOutcome, JudgeProgress } from '../types.ts'

/** A job with a waiting caller. */
export interface Order {
  job: JudgeJob
  progress: JudgeProgress
  resolve(outcome: JudgeOutcome): void
  reject(error: Error): void
}

/** Languages that a worker needs for a job: the program's, and its checker's or interactor's. */
export function languagesOf({ language, comparison }: Pick<JudgeJob, 'language' | 'comparison'>): Language[] {
  if (comparison?.kind === 'checker') return [language, comparison.checker.language]
  if (comparison?.kind === 'interactive') return [language, comparison.interactor.language]
  return [language]
}
