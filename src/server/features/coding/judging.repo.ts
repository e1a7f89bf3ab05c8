import { sql } from 'drizzle-orm'
import { codingCheckers, codingQuestions } from '#drizzle/schema/coding.ts'
import { bound, equals, repository } from '#server/platform/db.ts'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'

export const judgingRepo = repository((db) => {
  const question = db
    .select({
      timeLimit: codingQuestions.timeLimit,
      memoryLimit: codingQuestions.memoryLimit,
      comparison: codingQuestions.comparison,
      tolerance: codingQuestions.tolerance,
      ignoreCase: codingQuestions.ignoreCase,
      groups: codingQuestions.groups,
      templates: codingQuestions.templates,
    })
    .from(codingQuestions)
    .where(bound(codingQuestions, 'id'))
    .prepare()
  const checker = db
    .select({
      language: codingCheckers.language,
      code: codingCheckers.code,
      protocol: codingCheckers.protocol,
      files: codingCheckers.files,
      arguments: codingCheckers.arguments,
    })
    .from(codingCheckers)
    .where(bound(codingCheckers, 'questionId'))
    .prepare()
  const put = db
    .insert(codingCheckers)
    .values({
      questionId: sql.placeholder('questionId'),
      language: sql.placeholder('language'),
      code: sql.placeholder('code'),
      protocol: sql.placeholder('protocol'),
      files: sql.placeholder('files'),
      arguments: sql.placeholder('arguments'),
    })
    .onConflictDoUpdate({
      target: codingCheckers.questionId,
      set: {
        language: sql`excluded.language`,
        code: sql`excluded.code`,
        protocol: sql`excluded.protocol`,
        files: sql`excluded.files`,
        arguments: sql`excluded.arguments`,
        failure: null,
      },
    })
    .prepare()
  const failure = db
    .select({ failure: codingCheckers.failure })
    .from(codingCheckers)
    .where(bound(codingCheckers, 'questionId'))
    .prepare()
  const remove = db.delete(codingCheckers).where(bound(codingCheckers, 'questionId')).prepare()

  return {
    question: async (id: string) => question.get({ id }),
    checker: async (questionId: string): Promise<CheckerForm | undefined> => {
      const { arguments: given, ...row } = checker.get({ questionId }) ?? {}
      return 'code' in row ? { ...row, ...(given ? { arguments: given } : {}) } : undefined
    },
    /** Why the checker does not compile; null if it does, or if that is not known yet. */
    checkerFailure: async (questionId: string) => failure.get({ questionId })?.failure ?? null,
    setCheckerFailure: async (questionId: string, reason: string | null) => {
      await db.update(codingCheckers).set({ failure: reason }).where(equals(codingCheckers, { questionId }))
    },
    /** Stores or removes a question's checker or interactor. */
    putChecker: async (questionId: string, form: CheckerForm | null) => {
      if (form) put.run({ questionId, ...form, arguments: form.arguments?.length ? form.arguments : null })
      else remove.run({ questionId })
    },
  }
})
