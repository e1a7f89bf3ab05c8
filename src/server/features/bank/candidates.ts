import type { Db } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { topicPath } from '#shared/bank/bank.rules.ts'
import type { PoolFilter } from '#shared/tests/pools.schema.ts'
import { bankRepo, type FullRow } from './bank.repo.ts'

export type BankContent = Pick<FullRow, 'question' | 'content'>

/** Questions that a pool can draw, in their latest version: those that match every given field and are not retired. */
export const findCandidates = (
  db: Db,
  author: AuthorScope,
  { topics, ...filter }: PoolFilter,
): Promise<BankContent[]> => bankRepo(db).candidates(author, { ...filter, topics: topics?.map(topicPath) })
