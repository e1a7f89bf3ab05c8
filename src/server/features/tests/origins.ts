import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { isSameContent } from '#shared/bank/content.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import type { QuestionForm } from '#shared/tests/form.schema.ts'
import type { QuestionRow } from '../attempts/paper.ts'
import { findHeldVersions, findLatestVersions } from '../bank/bank.ts'
import { testsRepo } from './tests.repo.ts'

type Origin = { bankQuestionId: string | null; bankVersion: number | null }
const noOrigin: Origin = { bankQuestionId: null, bankVersion: null }

const keyOf = (id: string, version: number) => `${id} ${version}`

/**
 * Returns a function that finds the bank version a form's question was copied from. A question has no origin if its
 * content differs from the version it names, or if that version is in another bank.
 */
export async function originsOf(tx: Db, author: AuthorScope, questions: readonly QuestionForm[]) {
  const named = questions.flatMap(({ bankQuestionId: id, bankVersion: version }) =>
    id && version ? [{ id, version }] : [],
  )
  const held = named.length > 0 ? await findHeldVersions(tx, author, named) : []
  const contents = new Map(held.map((content) => [keyOf(content.questionId, content.version), content]))
  return (question: QuestionForm): Origin => {
    const { bankQuestionId, bankVersion } = question
    if (!bankQuestionId || !bankVersion) return noOrigin
    const content = contents.get(keyOf(bankQuestionId, bankVersion))
    const isCopy = content && isSameContent(content, { ...question, ...splitFields(question) })
    return isCopy ? { bankQuestionId, bankVersion } : noOrigin
  }
}

/**
 * Links drawn questions to a version in the bank again if they no longer differ from it, for example because a changed
 * key was changed back.
 */
export async function relinked(tx: Db, author: AuthorScope, questions: readonly QuestionRow[]) {
  const unlinked = questions.flatMap(({ poolId, bankQuestionId, bankVersion }) =>
    poolId !== null && bankVersion === null ? (bankQuestionId ?? []) : [],
  )
  if (unlinked.length === 0) return questions
  const latest = await findLatestVersions(tx, author, unlinked)
  const versions = latest.flatMap(({ id, version }) =>
    Array.from({ length: version }, (_, place) => ({ id, version: place + 1 })),
  )
  const contents = Map.groupBy(await findHeldVersions(tx, author, versions), ({ questionId }) => questionId)
  return questions.map((question) => {
    if (question.poolId === null || question.bankVersion !== null) return question
    const held = contents.get(question.bankQuestionId ?? '') ?? []
    return { ...question, bankVersion: held.find((content) => isSameContent(content, question))?.version ?? null }
  })
}

/** A test's questions with a newer version in the bank. Omits pool questions, because they keep their version. */
export async function findBankUpdates(app: Platform, author: AuthorScope, testId: string) {
  const questions = await testsRepo(app.db.read).questionsOf(testId)
  const copies = questions.flatMap(({ id, poolId, bankQuestionId, bankVersion }) =>
    poolId === null && bankQuestionId && bankVersion ? [{ questionId: id, bankQuestionId, bankVersion }] : [],
  )
  const ids = copies.map(({ bankQuestionId }) => bankQuestionId)
  const latest = new Map((await findLatestVersions(app.db.read, author, ids)).map(({ id, version }) => [id, version]))
  return {
    questions: copies.flatMap((copy) => {
      const latestVersion = latest.get(copy.bankQuestionId) ?? 0
      return latestVersion > copy.bankVersion ? [{ ...copy, latestVersion }] : []
    }),
  }
}
