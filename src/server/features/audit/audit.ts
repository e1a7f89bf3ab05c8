import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { AuditAction, AuditListQuery, AuditSubject, auditEntry } from '#shared/audit/audit.schema.ts'
import { paginate } from '#shared/schema.ts'
import { auditRepo } from './audit.repo.ts'
import { linkIn } from './chain.ts'

export interface AuditEntry {
  action: AuditAction
  /** `name` is a copy, so the log stays readable after the subject is deleted; null for erased people. */
  subject: { type: AuditSubject; id: string; name: string | null }
  /** Defaults to the actor's college. */
  collegeId?: string | null
  detail?: Record<string, unknown>
  /** Defaults to the actor's address. */
  address?: string
}

/** The caller's own account as the subject of an entry. */
export const ownAccount = ({ id, name }: Actor) => ({ type: 'account', id, name }) as const

/**
 * Records an action inside the job that performs it, so both commit together.
 * @param actor null for actions of the server
 */
export async function recordAudit(tx: Db, now: number, actor: Actor | null, entry: AuditEntry): Promise<void> {
  const row = {
    id: newId(),
    at: now,
    actorId: actor?.id ?? null,
    actorRole: actor?.role ?? null,
    actorName: actor?.name ?? null,
    actorEmail: actor?.email ?? null,
    collegeId: entry.collegeId === undefined ? (actor?.collegeId ?? null) : entry.collegeId,
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    subjectName: entry.subject.name,
    detail: entry.detail ?? {},
    address: entry.address ?? actor?.address ?? null,
  }
  await auditRepo(tx).insert(await linkIn(tx, row))
}

export type Row = Awaited<ReturnType<ReturnType<typeof auditRepo>['list']>>[number]

export const present = (row: Row): z.input<typeof auditEntry> => ({
  id: row.id,
  number: row.number,
  at: row.at,
  action: row.action,
  actor:
    row.actorId === null || row.actorRole === null
      ? null
      : { id: row.actorId, name: row.actorName ?? 'Erased person', email: row.actorEmail ?? '', role: row.actorRole },
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  college: row.collegeId === null ? null : { id: row.collegeId, name: row.collegeName },
  detail: row.detail ?? {},
  address: row.address,
  hash: row.hash,
})

/** A page of the log, newest first. The master admin sees everything, a college admin their college. */
export async function findAuditEntries(app: Platform, reach: Reach, query: AuditListQuery) {
  const scope = reach.kind === 'platform' ? null : reach.scope
  const repo = auditRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(scope, query, query), repo.count(scope, query)])
  return { entries: rows.map(present), pagination: paginate(query, total) }
}
