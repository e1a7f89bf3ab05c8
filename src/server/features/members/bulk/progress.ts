import type { Clock } from '#server/platform/clock.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { BulkProgress } from '#shared/members/bulk.schema.ts'

/** Retention of an upload's progress after its last update, and the maximum number kept. */
const rememberedMs = 5 * 60_000
const maxRemembered = 500

/** Upload ids are unique only within a college. */
const keyOf = ({ collegeId }: CollegeScope, uploadId: string) => `${collegeId} ${uploadId}`

const unknown: BulkProgress = { phase: 'waiting', done: 0, total: 0 }

/** Uploads in progress or just finished, kept in memory because a restart ends all uploads. */
export class UploadProgress {
  readonly #clock: Clock
  /** Oldest first. */
  readonly #uploads = new Map<string, { progress: BulkProgress; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Progress of an upload; `waiting` if it is unknown or expired. */
  get(scope: CollegeScope, uploadId: string): BulkProgress {
    const found = this.#uploads.get(keyOf(scope, uploadId))
    return found && found.at > this.#clock.now() - rememberedMs ? found.progress : unknown
  }

  /** Updates an upload's progress; null removes it. Ignores uploads without an id, which cannot be queried. */
  note(scope: CollegeScope, uploadId: string | undefined, progress: BulkProgress | null) {
    if (uploadId === undefined) return
    const now = this.#clock.now()
    this.#uploads.delete(keyOf(scope, uploadId))
    if (progress) this.#uploads.set(keyOf(scope, uploadId), { progress, at: now })
    for (const [key, { at }] of this.#uploads) {
      if (at > now - rememberedMs && this.#uploads.size <= maxRemembered) break
      this.#uploads.delete(key)
    }
  }
}
