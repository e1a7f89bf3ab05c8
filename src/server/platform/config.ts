import { realpathSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { minPasswordLength } from '#shared/auth/passwords.rules.ts'
import { defaultPlatformName } from '#shared/branding/branding.rules.ts'
import { ConfigError, defaultDataDir, givenSettings } from './settings.ts'

const flag = z
  .enum(['true', 'false'], { error: 'accepts true or false' })
  .default('false')
  .transform((text) => text === 'true')

/** Host paths visible in sandboxes. Not imported from the judge: the single file reads settings before unpacking it. */
const seenBySandboxes = ['/usr', '/etc/alternatives', '/etc/java-17-openjdk', '/etc/mono', '/var/cache/examhall-judge']

/** Resolves links in the existing part of a path. */
function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realFolder(parent), basename(path))
  }
}

function isSeen(folder: string): boolean {
  const real = realFolder(resolve(folder))
  return seenBySandboxes.some((seen) => `${real}/`.startsWith(`${realFolder(seen)}/`))
}

const days = z
  .string()
  .regex(/^\d{1,5}$/, 'accepts a number of days from 30 to 36500')
  .transform(Number)
  .refine((count) => count >= 30 && count <= 36_500, 'accepts a number of days from 30 to 36500')

const clusterWord = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'accepts a name of at most 40 letters, digits, hyphens and underscores')

const settings = z.object({
  HOST: z.string().min(1, 'accepts a host name or address').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'accepts a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'accepts a port number from 0 to 65535')
    .default(3000),
  DATA_DIR: z
    .string()
    .min(1, 'accepts a folder')
    .refine((folder) => !isSeen(folder), 'accepts a folder that students’ programs cannot read, outside /usr')
    .default(defaultDataDir),
  PLATFORM_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}<>"]{1,60}$/u, 'accepts a name of at most 60 characters, without quotation marks')
    .default(defaultPlatformName),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'accepts an address such as https://exams.example.edu' }).optional(),
  MASTER_ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'accepts an email address')
    .default('admin@localhost'),
  MASTER_ADMIN_PASSWORD: z.string().min(6, 'accepts a password of at least 6 characters').optional(),
  PASSWORD_MIN: z
    .string()
    .regex(/^\d{1,2}$/, 'accepts a number of characters from 6 to 64')
    .transform(Number)
    .refine((length) => length >= minPasswordLength && length <= 64, 'accepts a number of characters from 6 to 64')
    .default(minPasswordLength),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'accepts an address such as smtps://user:password@mail.example.edu' })
    .optional(),
  MAIL_FROM: z.string().regex(/@/, 'accepts an address such as Examhall <exams@example.edu>').optional(),
  JUDGE_CONCURRENCY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'accepts a number of programs from 1 to 256')
    .transform(Number)
    .refine((count) => count <= 256, 'accepts a number of programs from 1 to 256')
    .optional(),
  SECRETS_KEY_FILE: z.string().min(1, 'accepts a file').optional(),
  BACKUP_DIR: z.string().min(1, 'accepts a folder').optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^age1[0-9a-z]{50,}$/, 'accepts an age recipient as printed by age-keygen: age1…')
    .optional(),
  BACKUP_HOUR: z
    .string()
    .regex(/^([01]?\d|2[0-3])$/, 'accepts an hour from 0 to 23')
    .transform(Number)
    .default(2),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'accepts a number of backups from 1 to 999')
    .transform(Number)
    .default(14),
  KEEP_NOTIFICATIONS: days.optional(),
  KEEP_MAILS: days.default(90),
  KEEP_AUDIT_LOG: days.optional(),
  AUDIT_LOG_FILE: z.string().min(1, 'accepts a file').optional(),
  AUDIT_SYSLOG: z
    .url({ protocol: /^udp$/, error: 'accepts an address such as udp://log.example.edu:514' })
    .transform((address) => new URL(address))
    .optional(),
  CLUSTER_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s/@,]+(,[^\s/@,]+)*$/, 'accepts addresses such as nats://10.0.0.1:4222,10.0.0.2:4222')
    .transform((text) => ({ tls: text.startsWith('tls:'), servers: text.replace(/^\w+:\/\//, '').split(',') }))
    .optional(),
  CLUSTER_NAME: clusterWord.default('examhall'),
  CLUSTER_NODE: clusterWord.optional(),
  CLUSTER_WITHOUT_QUORUM: z.enum(['wait', 'local'], { error: 'accepts wait or local' }).default('wait'),
  CLUSTER_CREDS: z.string().min(1, 'accepts a file').optional(),
  CLUSTER_NKEY_FILE: z.string().min(1, 'accepts a file').optional(),
  CLUSTER_CA: z.string().min(1, 'accepts a file').optional(),
  TRUST_PROXY: flag,
  WEBHOOK_PRIVATE: flag,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'accepts fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** How this server joins the servers of a hall (docs/cluster.md). */
export interface ClusterConfig {
  /** `host:port` of the NATS servers. */
  servers: string[]
  /** True if connections must be encrypted (tls://). */
  tls?: boolean
  /** Name of the hall in NATS. */
  name: string
  /** Name of this server, unique in the hall. */
  node: string
  /** Without a quorum of NATS servers: wait, or acknowledge saves that are only on this disk. */
  withoutQuorum: 'wait' | 'local'
  /** Credentials (JWT), or an NKey seed. */
  credsFile: string | undefined
  nkeyFile: string | undefined
  /** Certificate authority of the NATS servers, for TLS. */
  caFile: string | undefined
}

export interface Config {
  host: string
  /** 0 lets the system choose. */
  port: number
  dataDir: string
  /** Without a trailing slash; undefined means the listening address. */
  publicUrl: string | undefined
  /** Shown in page headers and emails. */
  platformName: string
  masterAdmin: { email: string; password: string | undefined }
  /** Minimum password length in characters. */
  passwordMin: number
  /** Without `smtpUrl`, emails are written as files to `dataDir`/outbox. */
  mail: { smtpUrl: string | undefined; from: string }
  /** File with the key that seals secrets (vault/vault.ts); created at first start. */
  secretsKeyFile: string
  /** Maximum number of programs judged at once. */
  judgeConcurrency: number
  /**
   * `hour` is in the machine's time zone. Keeps `keep` nightly backups and as many requested ones. With a `recipient`,
   * backups are encrypted with age.
   */
  backups: { dir: string; hour: number; keep: number; recipient?: string | undefined }
  /** Retention in days; undefined keeps data forever. */
  retention: { notifications: number | undefined; mails: number; auditLog: number | undefined }
  /** Destinations for copies of audit entries. */
  auditLog: { file: string | undefined; syslog: { host: string; port: number } | undefined }
  /** Undefined without CLUSTER_URL: one server, no cluster. */
  cluster?: ClusterConfig | undefined
  trustProxy: boolean
  /** True if webhooks may use private addresses and plain http. */
  webhookPrivate: boolean
  logLevel: z.output<typeof settings>['LOG_LEVEL']
}

/**
 * Reads the settings at startup.
 * @throws ConfigError on the first invalid value
 */
export function readConfig(...from: Parameters<typeof givenSettings>): Config {
  const parsed = settings.safeParse(givenSettings(...from))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    dataDir: value.DATA_DIR,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    platformName: value.PLATFORM_NAME,
    masterAdmin: { email: value.MASTER_ADMIN_EMAIL.toLowerCase(), password: value.MASTER_ADMIN_PASSWORD },
    passwordMin: value.PASSWORD_MIN,
    mail: { smtpUrl: value.SMTP_URL, from: value.MAIL_FROM ?? `"${value.PLATFORM_NAME}" <examhall@localhost>` },
    secretsKeyFile: value.SECRETS_KEY_FILE ?? join(value.DATA_DIR, 'secrets.key'),
    judgeConcurrency: value.JUDGE_CONCURRENCY ?? availableParallelism(),
    backups: {
      dir: value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups'),
      hour: value.BACKUP_HOUR,
      keep: value.BACKUP_KEEP,
      recipient: value.BACKUP_KEY,
    },
    retention: {
      notifications: value.KEEP_NOTIFICATIONS,
      mails: value.KEEP_MAILS,
      auditLog: value.KEEP_AUDIT_LOG,
    },
    auditLog: {
      file: value.AUDIT_LOG_FILE,
      syslog: value.AUDIT_SYSLOG && {
        host: value.AUDIT_SYSLOG.hostname.replace(/^\[|\]$/g, ''),
        port: Number(value.AUDIT_SYSLOG.port || 514),
      },
    },
    cluster: value.CLUSTER_URL && {
      ...value.CLUSTER_URL,
      name: value.CLUSTER_NAME,
      node:
        value.CLUSTER_NODE ??
        hostname()
          .replace(/[^A-Za-z0-9_-]+/g, '-')
          .slice(0, 40),
      withoutQuorum: value.CLUSTER_WITHOUT_QUORUM,
      credsFile: value.CLUSTER_CREDS,
      nkeyFile: value.CLUSTER_NKEY_FILE,
      caFile: value.CLUSTER_CA,
    },
    trustProxy: value.TRUST_PROXY,
    webhookPrivate: value.WEBHOOK_PRIVATE,
    logLevel: value.LOG_LEVEL,
  }
}
