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

/** The runtime environment, which is independent of all features. */
export interface Platform {
  config: Config
  clock: Clock
  db: Database
  log: Logger
  /** Current health problems; any part of the server may report one. */
  health: Health
  /** Counters, histograms and gauges for Prometheus. */
  metrics: Metrics
  /** Sends email. Services call `queueMail` instead. */
  mail: Transport
  /** Key for hashing temporary passwords, created once per database. */
  passwordKey: string
  /** Seals and opens the secrets in the database. */
  vault: Vault
}

/** The cookie that identifies a device at sign-in: its value in the request, and a setter. */
export interface DeviceCookie {
  sent: string | undefined
  set: (value: string) => void
}

/** The signed-in caller of a request. */
export interface Actor {
  id: string
  role: Role
  name: string
  email: string
  collegeId: string | null
  /** The client's IP address, for the audit log. */
  address: string
  /** The access granted by the request's API token; undefined for a session. */
  apiToken?: { access: ApiAccess }
  /** When the person last proved their identity in this session; see step-up.ts. */
  provedAt?: number | null
  /** `shown` if this session used a second step, `missing` if one is required but was not used; otherwise absent. */
  secondStep?: 'shown' | 'missing'
}
