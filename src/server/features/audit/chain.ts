import { createHash, randomBytes } from 'node:crypto'
import type { Database, Db } from '#server/platform/db.ts'
import { type AuditRow, chainRepo } from './chain.repo.ts'

/**
 * The hash chain of the audit log (docs/decisions/044-tamper-evident-audit-log.md). Erasable fields are hashed as a
 * salted digest: once the values and salt are deleted, the digest reveals nothing and the chain still verifies.
 */

/** An entry before it is linked. */
export type Unlinked = Pick<
  AuditRow,
  | 'id'
  | 'at'
  | 'actorId'
  | 'actorRole'
  | 'actorName'
  | 'actorEmail'
  | 'collegeId'
  | 'action'
  | 'subjectType'
  | 'subjectId'
  | 'subjectName'
  | 'detail'
  | 'address'
>

/** The hash before the first entry. */
export const origin = '0'.repeat(64)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const newSalt = () => randomBytes(16).toString('hex')

/** Serializes the erasable fields. The database cannot store lone surrogates, so they are not hashed either. */
const erasable = {
  actor: ({ actorName, actorEmail, address }: Unlinked) => [actorName, actorEmail, address],
  subject: ({ subjectName }: Unlinked) => [subjectName],
  detail: ({ detail }: Unlinked) => [detail === null ? null : JSON.stringify(detail)],
}
const groups = ['actor', 'subject', 'detail'] as const
type Group = (typeof groups)[number]

const digest = (salt: string, values: readonly (string | null)[]) =>
  sha256(JSON.stringify([salt, ...values.map((value) => value?.toWellFormed() ?? null)]))

type Sealed = Pick<AuditRow, 'number' | `${Group}Digest`> & Unlinked

/** The hashed text of an entry. Contains no personal data, so it can be displayed next to the hash. */
export const sealOf = (row: Sealed) =>
  JSON.stringify({
    number: row.number,
    id: row.id,
    at: row.at,
    actorId: row.actorId,
    actorRole: row.actorRole,
    collegeId: row.collegeId,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    actor: row.actorDigest,
    subject: row.subjectDigest,
    detail: row.detailDigest,
  })

/** The hash that an entry builds on. */
export const previousOf = ({ number, previousHash }: { number: number | null; previousHash: string | null }) =>
  number === 1 ? origin : previousHash

const hashOf = (previous: string, seal: string) => sha256(`${previous}\n${seal}`)

/** Links an entry to the one before it. @returns the row with its number, salts, digests and hash */
export function link<T extends Unlinked>(row: T, last: Pick<AuditRow, 'number' | 'hash'> | undefined) {
  const [actorSalt, subjectSalt, detailSalt] = [newSalt(), newSalt(), newSalt()]
  const linked = {
    ...row,
    number: (last?.number ?? 0) + 1,
    actorSalt,
    actorDigest: digest(actorSalt, erasable.actor(row)),
    subjectSalt,
    subjectDigest: digest(subjectSalt, erasable.subject(row)),
    detailSalt,
    detailDigest: digest(detailSalt, erasable.detail(row)),
  }
  return { ...linked, hash: hashOf(last?.hash ?? origin, sealOf(linked)) }
}

/** Links a new entry inside the job that writes it. Jobs are serialized, so numbers cannot collide. */
export const linkIn = async (tx: Db, row: Unlinked) => link(row, await chainRepo(tx).last())

const linkedPerJob = 1_000

/**
 * Links entries that predate the chain, once, before anything else is recorded. Unlinked entries next to linked ones
 * indicate tampering and are left for `audit verify` to report.
 */
export async function linkOldEntries(db: Database): Promise<void> {
  const needed = async (at: Db) => !(await chainRepo(at).last()) && (await chainRepo(at).unlinked()) > 0
  if (!(await needed(db.read))) return
  await db.write(async (tx) => {
    if (!(await needed(tx))) return
    const repo = chainRepo(tx)
    let last: Pick<AuditRow, 'number' | 'hash'> | undefined
    for (
      let rows = await repo.listUnlinked(linkedPerJob);
      rows.length > 0;
      rows = await repo.listUnlinked(linkedPerJob)
    )
      for (const row of rows) {
        const { number, hash, actorSalt, actorDigest, subjectSalt, subjectDigest, detailSalt, detailDigest } = link(
          row,
          last,
        )
        await repo.link(row.id, {
          number,
          hash,
          actorSalt,
          actorDigest,
          subjectSalt,
          subjectDigest,
          detailSalt,
          detailDigest,
        })
        last = { number, hash }
      }
  })
}

/** Checks an entry's own content. `erased` means that its personal data was removed. */
function contentOf(row: AuditRow): { problem?: string; erased: boolean } {
  let erased = false
  for (const group of groups) {
    const [salt, values, sealed] = [row[`${group}Salt`], erasable[group](row), row[`${group}Digest`]]
    if (salt === null && values.every((value) => value === null)) erased = true
    else if (salt === null || digest(salt, values) !== sealed) return { problem: `its ${group} was changed`, erased }
  }
  return { erased }
}

export interface Verdict {
  entries: number
  /** Number of entries whose personal data was erased. */
  erased: number
  /** Number of older entries removed by retention. */
  removed: number
  /** The last valid link. */
  last: { number: number; hash: string }
  broken?: { number: number; at: number | null; action: string | null; problem: string }
}

const rowsPerBatch = 500

/** Verifies the chain from the oldest remaining entry to the first broken link. */
export async function verifyChain(db: Db): Promise<Verdict> {
  const repo = chainRepo(db)
  const anchor = await repo.anchor()
  const { number, hash } = anchor ?? { number: 0, hash: origin }
  const verdict: Verdict = { entries: 0, erased: 0, removed: number, last: { number, hash } }
  const breakAt = (number: number, row: AuditRow | undefined, problem: string): Verdict => ({
    ...verdict,
    broken: { number, at: row?.at ?? null, action: row?.action ?? null, problem },
  })
  if (anchor && !(await repo.isNoted(anchor)))
    return breakAt(number, undefined, 'it and earlier entries are missing without a removal entry')
  for (;;) {
    const rows = await repo.listAfter(verdict.last.number, rowsPerBatch)
    for (const row of rows) {
      const expected = verdict.last.number + 1
      if (row.number !== expected) return breakAt(expected, undefined, 'it is missing')
      const { problem, erased } = contentOf(row)
      if (problem) return breakAt(expected, row, problem)
      if (row.hash !== hashOf(verdict.last.hash, sealOf(row)))
        return breakAt(expected, row, 'its hash does not match the entry and the previous hash')
      verdict.entries++
      if (erased) verdict.erased++
      verdict.last = { number: expected, hash: row.hash }
    }
    if (rows.length < rowsPerBatch) break
  }
  const stray = await repo.unlinked()
  return stray > 0 ? breakAt(verdict.last.number + 1, undefined, `${stray} entries have no link`) : verdict
}
