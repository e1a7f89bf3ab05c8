import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { BulkProgress } from '#shared/members/bulk/schema.ts'

/** How long an upload is remembered after its last step, and how many are at most. */
const rememberedMs = 5 * 60_000
const mostRemembered = 500

interface Remembered {
  progress: BulkProgress
  at: number
}

/** Uploads under way and just ended, in memory: a restart ends them all. The oldest come first. */
const uploads = new WeakMap<Platform, Map<string, Remembered>>()
function uploadsOf(app: Platform): Map<string, Remembered> {
  const known = uploads.get(app) ?? new Map<string, Remembered>()
  uploads.set(app, known)
  return known
}

/** Another college's upload of the same id is another one. */
const keyOf = ({ collegeId }: CollegeScope, uploadId: string) => `${collegeId} ${uploadId}`

const unknown: BulkProgress = { phase: 'waiting', done: 0, total: 0 }

/** How far an upload is; `waiting` also for one that is not known, or no longer. */
export function getProgress(app: Platform, scope: CollegeScope, uploadId: string): BulkProgress {
  const found = uploadsOf(app).get(keyOf(scope, uploadId))
  return found && found.at > app.clock.now() - rememberedMs ? found.progress : unknown
}

/** Notes how far an upload is; null forgets it. Without an id nobody can ask. */
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
