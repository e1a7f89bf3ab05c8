import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

/** Settings for a server under test: a temporary folder, any free port, and a log of errors only. */
export const testConfig = (dataDir: string, fields: Partial<Config> = {}): Config => ({
  host: '127.0.0.1',
  port: 0,
  dataDir,
  publicUrl: 'http://exams.example',
  platformName: 'Academic System',
  masterAdmin: { email: 'admin@localhost', password: 'first-password' },
  passwordMin: 6,
  mail: { smtpUrl: undefined, from: 'Examhall <exams@example.edu>' },
  secretsKeyFile: join(dataDir, 'secrets.key'),
  judgeConcurrency: 2,
  backups: { dir: join(dataDir, 'backups'), hour: 2, keep: 3 },
  retention: { notifications: undefined, mails: 90, auditLog: undefined },
  auditLog: { file: undefined, syslog: undefined },
  trustProxy: false,
  webhookPrivate: false,
  logLevel: 'error',
  ...fields,
})
