import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { inShortJobs } from '#server/platform/short-jobs.ts'
import type { Services } from '#server/services.ts'
import type { AuditAction } from '#shared/audit/audit.schema.ts'
import type { MemberListQuery } from '#shared/members/members.schema.ts'
import {
  type activeForm,
  type Group,
  type Move,
  maxSelected,
  type PasswordsAnswer,
  type passwordsForm,
  type Skipped,
} from '#shared/members/selection.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { closeSessionsIn } from '../auth/sessions.ts'
import { membersRepo } from './members.repo.ts'
import { type MemberRow, ownCollege, reissuePassword } from './members.ts'
import { selectionRepo } from './selection.repo.ts'

/** Ids of everyone matching a list's filters, for "Select all". */
export async function findSelection(
  app: Platform,
  scope: CollegeScope,
  query: Omit<MemberListQuery, 'page' | 'limit'>,
) {
  const repo = membersRepo(app.db.read)
  const [ids, total] = await Promise.all([repo.ids(scope, query, query, maxSelected), repo.count(scope, query)])
  return { ids, total }
}

const idsOf = (members: readonly MemberRow[]) => members.map(({ id }) => id)

interface Change {
  action: AuditAction
  detail?: Record<string, unknown>
  /** Returns the reason to skip a person; undefined to include them. */
  skip?: (member: MemberRow) => Skipped['reason'] | undefined
  apply: (tx: Db, members: readonly MemberRow[]) => Promise<void>
  onProgress?: (done: number) => void
}

/**
 * Changes the selected people in short jobs and records one audit entry for all of them, even when a job fails after
 * others were committed.
 */
async function changeSelected(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  selected: readonly string[],
  { action, detail = {}, skip, apply, onProgress }: Change,
) {
  const changed: MemberRow[] = []
  const skipped: Skipped[] = []
  const changeChunk = async (ids: readonly string[]) => {
    const job = await app.db.write(async (tx) => {
      const began = performance.now()
      const found = await selectionRepo(tx).find(scope, ids)
      const known = new Set(found.map(({ id }) => id))
      const left = ids.filter((id) => !known.has(id)).map((id): Skipped => ({ id, name: null, reason: 'missing' }))
      const due: MemberRow[] = []
      for (const member of found) {
        const reason = skip?.(member)
        if (reason) left.push({ id: member.id, name: member.name, reason })
        else due.push(member)
      }
      if (due.length > 0) await apply(tx, due)
      return { due, left, took: performance.now() - began }
    })
    changed.push(...job.due)
    skipped.push(...job.left)
    return job.took
  }
  const college = await ownCollege(app, scope)
  try {
    await inShortJobs([...new Set(selected)], changeChunk, onProgress)
  } finally {
    const [role, ...others] = new Set(changed.map((member) => member.role))
    if (changed.length > 0)
      await app.db.write((tx) =>
        recordAudit(tx, app.clock.now(), actor, {
          action,
          subject: { type: 'college', id: scope.collegeId, name: college.name },
          detail: {
            ...(others.length === 0 && { role }),
            count: changed.length,
            ...detail,
            ids: idsOf(changed),
          },
        }),
      )
  }
  return { changed, skipped }
}

/** Activates or deactivates people. Deactivating ends their sessions immediately; running attempts are kept. */
export async function setActive(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  { ids, isActive }: z.output<typeof activeForm>,
) {
  const { changed, skipped } = await changeSelected(app, scope, actor, ids, {
    action: isActive ? 'member.activate_many' : 'member.deactivate_many',
    skip: (member) => (member.isActive === isActive ? 'unchanged' : undefined),
    apply: async (tx, members) => {
      await selectionRepo(tx).update(scope, idsOf(members), { isActive })
      if (!isActive) for (const { id } of members) await closeSessionsIn(tx, id)
    },
  })
  return { changed: idsOf(changed), skipped }
}

const groupOf = ({ branch, batch, section }: MemberRow): Group => ({ branch: branch ?? '', batch, section })
/** Omits unchanged fields. */
const given = (to: Move['to']) => Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined))
const isSame = (a: Group, b: Group) => a.branch === b.branch && a.batch === b.batch && a.section === b.section

function skipReason(member: MemberRow, { to: patch, from }: Move): Skipped['reason'] | undefined {
  const before = groupOf(member)
  const to = { ...before, ...patch }
  if ((from && !isSame(before, from)) || isSame(before, to)) return 'unchanged'
  return member.role === 'student' && !(to.batch && to.section) ? 'incomplete' : undefined
}

/** Moves people to another branch, batch or section. The response lists each person's previous group, for undo. */
export async function moveMembers(app: Platform, scope: CollegeScope, actor: Actor, asked: readonly Move[]) {
  const moves = asked.map(({ to, ...move }) => ({ ...move, to: given(to) }))
  const moveOf = new Map(moves.flatMap((move) => move.ids.map((id) => [id, move] as const)))
  const { changed, skipped } = await changeSelected(app, scope, actor, [...moveOf.keys()], {
    action: 'member.move_many',
    detail: moves.length === 1 ? { ...moves[0]?.to } : {},
    skip: (member) => {
      const move = moveOf.get(member.id)
      return move ? skipReason(member, move) : 'missing'
    },
    apply: async (tx, members) => {
      const people = Map.groupBy(members, ({ id }) => moveOf.get(id)?.to)
      for (const [to, some] of people) if (to) await selectionRepo(tx).update(scope, idsOf(some), to)
    },
  })
  const groups = Map.groupBy(changed, (member) => JSON.stringify([groupOf(member), moveOf.get(member.id)?.to]))
  const moved = [...groups.values()].flatMap((members) => {
    const [first] = members
    if (!first) return []
    const from = groupOf(first)
    return [{ ids: idsOf(members), from, to: { ...from, ...moveOf.get(first.id)?.to } }]
  })
  return { moved, skipped }
}

/** Issues new temporary passwords, which are emailed and returned once, and ends the people's sessions. */
export async function reissuePasswords(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  { ids, uploadId }: z.output<typeof passwordsForm>,
): Promise<PasswordsAnswer> {
  const passwords = new Map<string, string>()
  const total = ids.length
  try {
    const { changed, skipped } = await changeSelected(app, scope, actor, ids, {
      action: 'member.reissue_many',
      apply: async (tx, members) => {
        for (const member of members) passwords.set(member.id, await reissuePassword(app, tx, member, false))
      },
      onProgress: (done) => app.uploadProgress.note(scope, uploadId, { phase: 'saving', done, total }),
    })
    app.uploadProgress.note(scope, uploadId, { phase: 'done', done: total, total })
    return {
      credentials: changed.map(({ id, name, email, idNumber }) => ({
        name,
        email,
        idNumber: idNumber ?? '',
        temporaryPassword: passwords.get(id) ?? '',
      })),
      skipped,
      mailed: app.config.mail.smtpUrl !== undefined,
    }
  } catch (error) {
    app.uploadProgress.note(scope, uploadId, null)
    throw error
  }
}
