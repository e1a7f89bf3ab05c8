import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { languages } from '#shared/coding/languages.rules.ts'
import { conflict, notFound } from '#shared/errors.ts'
import {
  type judgeWorker,
  maxWorkers,
  ownJudgeId,
  type workerForm,
  type workersOverview,
} from '#shared/judge-workers/judge-workers.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { hashOf } from './access.ts'
import { judgeWorkersRepo } from './judge-workers.repo.ts'

type Row = Awaited<ReturnType<ReturnType<typeof judgeWorkersRepo>['list']>>[number]

const workerNotFound = () => notFound('Judge worker')
const tooManyWorkers = () => conflict(`There are already ${maxWorkers} workers. Revoke one first`)

function present(app: Services, row: Row): z.input<typeof judgeWorker> {
  const remote = app.judgePool.find(row.id)
  const { id, name, createdAt, isDraining, lastSeenAt } = row
  const known = { id, name, createdAt, draining: isDraining, lastSeen: lastSeenAt }
  if (!remote?.isOnline)
    return {
      ...known,
      online: false,
      running: 0,
      slots: null,
      languages: [],
      version: remote?.facts.version ?? null,
      judged: remote?.judged ?? 0,
      load: null,
      cores: null,
      factor: remote?.factor ?? null,
    }
  const { version, cores, slots, languages } = remote.facts
  const { used, judged, load, factor } = remote
  const online = { online: true, lastSeen: app.clock.now(), running: used, slots, languages, version, judged }
  return { ...known, ...online, load, cores, factor }
}

/** All workers with their state, oldest first, and the jobs that wait. */
export async function getWorkers(app: Services): Promise<z.input<typeof workersOverview>> {
  const { judgePool, judgeQueue } = app
  const rows = await judgeWorkersRepo(app.db.read).list()
  const { slots, running, isDraining, languages: own } = judgePool.own
  const server = { id: ownJudgeId, name: 'This server', running, slots, draining: isDraining }
  const waiting = Object.fromEntries(judgeQueue.waitingBy.map(({ priority, jobs }) => [priority, jobs])) as Record<
    (typeof judgeQueue.waitingBy)[number]['priority'],
    number
  >
  return {
    workers: rows.map((row) => present(app, row)),
    server: { ...server, online: own?.length !== 0, languages: languages.filter((one) => own?.includes(one)) },
    queue: { ...waiting, longestWait: judgeQueue.longestWait },
  }
}

/** Creates a worker and its token: 256 random bits, returned once; only the SHA-256 is stored. @throws CONFLICT */
export async function createWorker(app: Platform, actor: Actor, { name }: z.output<typeof workerForm>) {
  const now = app.clock.now()
  const token = `exj_${randomBytes(32).toString('base64url')}`
  const id = newId()
  await app.db.write(async (tx) => {
    const repo = judgeWorkersRepo(tx)
    if ((await repo.count()) >= maxWorkers) throw tooManyWorkers()
    await repo.insert({ id, name, tokenHash: hashOf(token), createdAt: now })
    await recordAudit(tx, now, actor, {
      action: 'judge_worker.create',
      subject: { type: 'judge_worker', id, name },
    })
  })
  return { id, token }
}

/** Starts or ends the draining of a worker, or of the server's own judge. @throws NOT_FOUND */
export async function drainWorker(app: Services, actor: Actor, { id, draining }: { id: string; draining: boolean }) {
  const now = app.clock.now()
  const isOwn = id === ownJudgeId
  await app.db.write(async (tx) => {
    const repo = judgeWorkersRepo(tx)
    const row = (await repo.find(id)) ?? (isOwn ? { id, name: 'This server', createdAt: now } : undefined)
    if (!row) throw workerNotFound()
    await repo.setDraining(row, draining)
    await recordAudit(tx, now, actor, {
      action: draining ? 'judge_worker.drain' : 'judge_worker.resume',
      subject: { type: 'judge_worker', id, name: row.name },
    })
  })
  app.judgePool.setDraining(isOwn ? undefined : id, draining)
  return { message: draining ? 'The worker gets no new jobs' : 'The worker gets jobs again' }
}

/** Revokes a worker's token. Its jobs go back to the queue immediately. @throws NOT_FOUND */
export async function revokeWorker(app: Services, actor: Actor, id: string) {
  await app.db.write(async (tx) => {
    const repo = judgeWorkersRepo(tx)
    const row = id === ownJudgeId ? undefined : await repo.find(id)
    if (!row) throw workerNotFound()
    await repo.delete(id)
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'judge_worker.delete',
      subject: { type: 'judge_worker', id, name: row.name },
    })
  })
  app.judgePool.remove(id)
  app.workerAccess.forget(id)
  return { message: 'Worker revoked' }
}

/** Workers that have been silent for longer are not expected after a restart, however long the server was down. */
const forgottenMs = 7 * 24 * 3_600_000

/** Waits for the workers of the last process, and drains the server's own judge if it was draining then. */
export async function restoreWorkers(app: Services): Promise<void> {
  const repo = judgeWorkersRepo(app.db.read)
  const own = await repo.find(ownJudgeId)
  if (own?.isDraining) app.judgePool.setDraining(undefined, true)
  const since = app.clock.now() - forgottenMs
  const recent = (await repo.list()).filter(({ lastSeenAt }) => lastSeenAt !== null && lastSeenAt >= since)
  app.judgePool.awaitWorkers(recent.map(({ id }) => id))
}
