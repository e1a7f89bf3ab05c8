import type { Db } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { topicPath } from '#shared/bank/bank.rules.ts'
import type { PoolFilter } from '#shared/tests/pools.schema.ts'
import { bankRepo, type FullRow } from './bank.repo.ts'

export type BankContent = Pick<FullRow, 'question' | 'content'>

export type CandidateFacts = Pick<BankContent['question'], 'id' | 'facility' | 'difficulty'>

const withPaths = ({ topics, ...filter }: PoolFilter): PoolFilter => ({ ...filter, topics: topics?.map(topicPath) })

/** Latest versions of the questions that a pool can draw: they match every given field and are not retired. */
export const findCandidates = (db: Db, author: AuthorScope, filter: PoolFilter): Promise<BankContent[]> =>
  bankRepo(db).candidates(author, withPaths(filter))

/** Same as `findCandidates`, but without the content. */
export const findCandidateFacts = (db: Db, author: AuthorScope, filter: PoolFilter): Promise<CandidateFacts[]> =>
  bankRepo(db).candidateFacts(author, withPaths(filter))
