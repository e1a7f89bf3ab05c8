import type { ApiAccess } from '#shared/integrations/integrations.schema.ts'
import type { Role } from '#shared/roles.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Health } from './health.ts'
import type { Logger } from './log.ts'
import type { Transport } from './mail/transport.ts'
import type { Metrics } from './metrics.ts'
import type { Vault } from './vault/vault.ts'

/** The runtime environment, which knows no feature. */
export interface Platform {
  config: Config
  clock: Clock
  db: Database
  log: Logger
  /** Current health problems; any part may report one. */
  health: Health
  /** Counters for monitoring. */
  metrics: Metrics
  /** Sends mails. Services enqueue mails instead of calling it. */
  mail: Transport
  /** Key of the temporary password hashes, created once per database. */
  passwordKey: string
  /** Opens sealed secrets from the database. */
  vault: Vault
}

/** The cookie that identifies a device at sign-in: its value in the request, and a setter. */
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
  /** The client's IP address, for the audit log. */
  address: string
  /** Set when the request uses the person's API token; what the token may do. */
  apiToken?: { access: ApiAccess }
  /** When the person last proved their identity in this session; see step-up.ts. */
  provedAt?: number | null
  /** True if this session used a second step; missing where the owner requires it. Absent otherwise. */
  secondStep?: 'shown' | 'missing'
}
