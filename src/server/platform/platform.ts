import type { ApiAccess } from '#shared/integrations/schema.ts'
import type { Role } from '#shared/roles.ts'
import type { Judge } from '../judge/types.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Health } from './health.ts'
import type { Logger } from './log.ts'
import type { Transport } from './mail/transport.ts'
import type { Metrics } from './metrics.ts'
import type { Vault } from './vault/service.ts'

/** The first argument of every service: the runtime environment. */
export interface Platform {
  config: Config
  clock: Clock
  db: Database
  log: Logger
  /** Current health problems, reported by any part. */
  health: Health
  /** Counters for monitoring. */
  metrics: Metrics
  /** How letters leave this machine; services put theirs into the queue instead. */
  mail: Transport
  /** Runs other people's programs. */
  judge: Judge
  /** Key of the temporary password hashes, made once per database. */
  passwordKey: string
  /** Opens the secrets that the database keeps sealed. */
  vault: Vault
}

/** The cookie by which a sign-in knows its device: what the browser sent, and how to set it. */
export interface DeviceCookie {
  sent: string | undefined
  set: (value: string) => void
}

/** The caller. */
export interface Actor {
  id: string
  role: Role
  name: string
  email: string
  collegeId: string | null
  /** The address the request came from, for the audit log. */
  address: string
  /** A program asks in this person's name, by an API token; what that may do. Whoever has signed in has none. */
  apiToken?: { access: ApiAccess }
  /** When the person last proved who they are in this session; see step-up.ts. */
  provedAt?: number | null
  /** True if this session used a second step; missing where the owner requires it. Absent otherwise. */
  secondStep?: 'shown' | 'missing'
}
