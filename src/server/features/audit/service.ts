import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import { auditRepo } from './repo.ts'

export interface AuditEntry {
  /** What was done, such as `test.delete`. */
  action: string
  subjectType: 'college' | 'member' | 'test' | 'assignment'
  subjectId: string
  collegeId?: string | null
  detail?: Record<string, unknown>
}

/** Writes down who did what, inside the job that does it: the deed and its entry are committed together. */
export async function recordAudit(tx: Db, now: number, actor: Actor, entry: AuditEntry): Promise<void> {
  await auditRepo(tx).insert({
    id: newId(),
    at: now,
    actorId: actor.id,
    actorRole: actor.role,
    collegeId: entry.collegeId === undefined ? actor.collegeId : entry.collegeId,
    action: entry.action,
    subjectType: entry.subjectType,
    subjectId: entry.subjectId,
    detail: entry.detail ?? {},
    address: actor.address,
  })
}
