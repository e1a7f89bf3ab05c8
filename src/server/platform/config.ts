import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import { z } from 'zod'

const flag = z
  .enum(['true', 'false'], { error: 'accepts true or false' })
  .default('false')
  .transform((text) => text === 'true')

const settings = z.object({
  HOST: z.string().min(1, 'accepts a host name or address').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'accepts a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'accepts a port number from 0 to 65535')
    .default(3000),
  DATA_DIR: z.string().min(1, 'accepts a folder').default('./data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'accepts an address such as https://exams.example.edu' }).optional(),
  MASTER_ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'accepts an email address')
    .default('admin@localhost'),
  MASTER_ADMIN_PASSWORD: z.string().min(6, 'accepts a password of at least 6 characters').optional(),
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
  TRUST_PROXY: flag,
  WEBHOOK_PRIVATE: flag,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'accepts fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export interface Config {
  host: string
  /** 0 lets the system choose. */
  port: number
  dataDir: string
  /** Without a slash at its end; undefined means "where it listens". */
  publicUrl: string | undefined
  masterAdmin: { email: string; password: string | undefined }
  /** Without `smtpUrl` each mail is kept as a file in `dataDir`/outbox. */
  mail: { smtpUrl: string | undefined; from: string }
  /** Programs judged at once. */
  judgeConcurrency: number
  trustProxy: boolean
  /** Whether webhooks may go to this machine's own network, and over plain http. */
  webhookPrivate: boolean
  logLevel: z.output<typeof settings>['LOG_LEVEL']
}

/** A setting that cannot be used: one line that names it and what it accepts. */
export class ConfigError extends Error {}

/**
 * Reads the settings once, at start. The environment wins over the `.env` file; an empty value counts as not set.
 *
 * @throws ConfigError on the first bad value
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, envFile = '.env'): Config {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  const given = Object.fromEntries(Object.entries({ ...fromFile, ...env }).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
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
    masterAdmin: { email: value.MASTER_ADMIN_EMAIL.toLowerCase(), password: value.MASTER_ADMIN_PASSWORD },
    mail: { smtpUrl: value.SMTP_URL, from: value.MAIL_FROM ?? 'Examhall <examhall@localhost>' },
    judgeConcurrency: value.JUDGE_CONCURRENCY ?? availableParallelism(),
    trustProxy: value.TRUST_PROXY,
    webhookPrivate: value.WEBHOOK_PRIVATE,
    logLevel: value.LOG_LEVEL,
  }
}
