import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { BulkProgress } from '#shared/members/bulk.schema.ts'

/** Retention of an upload's progress after its last update, and the maximum number kept. */
const rememberedMs = 5 * 60_000
const mostRemembered = 500

interface Remembered {
  progress: BulkProgress
  at: number
}

/** Uploads in progress or just finished, oldest first. In memory, because a restart ends all uploads. */
const uploads = new WeakMap<Platform, Map<string, Remembered>>()
function uploadsOf(app: Platform): Map<string, Remembered> {
  const known = uploads.get(app) ?? new Map<string, Remembered>()
  uploads.set(app, known)
  return known
}

/** Ids are unique per college only. */
const keyOf = ({ collegeId }: CollegeScope, uploadId: string) => `${collegeId} ${uploadId}`

const unknown: BulkProgress = { phase: 'waiting', done: 0, total: 0 }

/** Progress of an upload; `waiting` also for unknown or expired ones. */
export function getProgress(app: Platform, scope: CollegeScope, uploadId: string): BulkProgress {
  const found = uploadsOf(app).get(keyOf(scope, uploadId))
  return found && found.at > app.clock.now() - rememberedMs ? found.progress : unknown
}

/** Updates an upload's progress; null removes it. Without an id it cannot be queried and is not stored. */
export function noteProgress(
  app: Platform,
  scope: CollegeScope,
  uploadId: string | undefined,
  progress: BulkProgress | null,
) {
  if (uploadId === undefined) return
  const known = uploadsOf(app)
  const now = app.clock.now()
  known.delete(keyOf(scope, uploadId))
  if (progress) known.set(keyOf(scope, uploadId), { progress, at: now })
  for (const [key, { at }] of known) {
    if (at > now - rememberedMs && known.size <= mostRemembered) break
    known.delete(key)
  }
}
