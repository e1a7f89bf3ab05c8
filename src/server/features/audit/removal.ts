import type { Db } from '#server/platform/db.ts'
import type { Services } from '#server/services.ts'
import { recordAudit } from './audit.ts'
import { chainRepo } from './chain.repo.ts'
import { removalRepo } from './removal.repo.ts'

/** Maximum entries per write job, to limit each job to a few milliseconds. */
const perJob = 500

/** Sets an anchor at the last entry older than `before` that every destination has received. */
async function anchorIn(app: Services, tx: Db, before: number): Promise<void> {
  const repo = chainRepo(tx)
  const from = (await repo.anchor())?.number ?? 0
  const firstKept = (await removalRepo(tx).firstSince(before)) ?? ((await repo.last())?.number ?? 0) + 1
  const last = await repo.find(Math.min(firstKept - 1, (await app.auditShipping.last(tx)) ?? firstKept))
  if (!last?.hash || last.number === null || last.number <= from) return
  const now = app.clock.now()
  await removalRepo(tx).insertAnchor({ number: last.number, hash: last.hash, at: now })
  await recordAudit(tx, now, null, {
    action: 'platform.prune_audit_log',
    subject: { type: 'platform', id: 'platform', name: '' },
    detail: {
      entries: last.number - from,
      before: new Date(before).toISOString(),
      number: last.number,
      hash: last.hash,
    },
  })
}

/** Removes entries older than `before` and logs the removal. The chain continues from the last removed entry. */
export async function removeOldEntries(app: Services, before: number): Promise<void> {
  await app.db.write((tx) => anchorIn(app, tx, before))
  const upTo = (await chainRepo(app.db.read).anchor())?.number ?? 0
  while ((await app.db.write((tx) => removalRepo(tx).deleteSome(upTo, perJob))) > 0);
}
