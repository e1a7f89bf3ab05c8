import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import { DomainError } from '#shared/errors.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import { authRepo } from './auth.repo.ts'
import type { Origin } from './sessions.ts'

/** Sign-ins in the audit log. */

/** Maximum refused sign-ins per window with a separate entry; the others share one entry with a count. */
const maxRecorded = 300
const span = 15 * 60_000

interface Window {
  since: number
  recorded: number
  /** Emails whose rate limiting is already logged in this window; further attempts add no entry. */
  limited: Set<string>
  counted: number
}

const device = ({ userAgent }: Origin) => deviceOf(userAgent ?? null)

/** Records a sign-in inside the job that carries it out. */
export const recordSignIn = (tx: Db, now: number, user: Omit<Actor, 'address'>, from: Origin) =>
  recordAudit(
    tx,
    now,
    { ...user, address: from.address },
    {
      action: 'sign_in.success',
      subject: { type: 'sign_in', id: user.id, name: user.name },
      detail: { device: device(from) },
    },
  )

type Refusal = Extract<AuditEntry['action'], 'sign_in.failure' | 'sign_in.limit'>

/** The audit entry for a failed sign-in. A request for the code is not a refusal but the first of two steps. */
function refusalIn(error: unknown, code: string | undefined): Refusal | undefined {
  if (!(error instanceof DomainError)) return undefined
  if (error.code === 'TOO_MANY_REQUESTS') return 'sign_in.limit'
  return code === undefined && error.errors?.some(({ field }) => field === 'code') ? undefined : 'sign_in.failure'
}

/** Records refused sign-ins, at most `maxRecorded` individually per window. */
export class RefusedSignIns {
  readonly #app: Platform
  #window: Window | undefined

  constructor(app: Platform) {
    this.#app = app
  }

  /** Counts a refusal in the current window. @returns true if it gets a separate entry */
  #takeEntry(email: string, action: Refusal, now: number): boolean {
    this.#window ??= { since: now, recorded: 0, limited: new Set(), counted: 0 }
    const window = this.#window
    if (window.recorded >= maxRecorded || (action === 'sign_in.limit' && window.limited.has(email))) {
      window.counted++
      return false
    }
    window.recorded++
    if (action === 'sign_in.limit') window.limited.add(email)
    return true
  }

  /** Signs in and records refusals. Does the same work for an unknown email, so timing reveals no accounts. */
  async recorded<T>(
    { email, code }: { email: string; code?: string | undefined },
    from: Origin,
    signIn: () => Promise<T>,
  ): Promise<T> {
    try {
      return await signIn()
    } catch (error) {
      const action = refusalIn(error, code)
      const typed = email.toLowerCase()
      const now = this.#app.clock.now()
      await this.recordCounted()
      if (action && this.#takeEntry(typed, action, now))
        await this.#app.db.write(async (tx) => {
          const found = await authRepo(tx).findByEmail(typed)
          await recordAudit(tx, now, null, {
            action,
            subject: { type: 'sign_in', id: found?.user.id ?? 'unknown', name: typed },
            collegeId: found?.user.collegeId ?? null,
            detail: { reason: (error as Error).message, device: device(from) },
            address: from.address,
          })
        })
      throw error
    }
  }

  /**
   * Closes an elapsed window with one entry for the refusals not logged individually.
   * @param ending closes the window even if it has not elapsed
   */
  async recordCounted(ending = false): Promise<void> {
    const window = this.#window
    const now = this.#app.clock.now()
    if (!window || (!ending && now < window.since + span)) return
    this.#window = undefined
    if (window.counted === 0) return
    await this.#app.db.write((tx) =>
      recordAudit(tx, now, null, {
        action: 'sign_in.failure',
        subject: { type: 'sign_in', id: 'several', name: null },
        detail: { count: window.counted, since: new Date(window.since).toISOString() },
      }),
    )
  }
}
