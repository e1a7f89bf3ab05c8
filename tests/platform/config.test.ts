import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

describe('settings', () => {
  it('refuse a DATA_DIR that students’ programs could read', () => {
    const link = join(mkdtempSync(join(tmpdir(), 'examhall-link-')), 'shared')
    symlinkSync('/usr/share', link)
    for (const folder of ['/usr/local/examhall', '/usr', '/lib/examhall', `${link}/data`, '/tmp/../usr/data'])
      expect(() => readConfig({ DATA_DIR: folder }, 'no-such-file'), folder).toThrow(
        'DATA_DIR accepts a folder that students’ programs cannot read, outside /usr',
      )
    expect(readConfig({ DATA_DIR: '/usr-data' }, 'no-such-file').dataDir).toBe('/usr-data')
  })

  it('have the documented defaults', () => {
    expect(readConfig({}, 'no-such-file')).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      publicUrl: undefined,
      platformName: 'Academic System',
      masterAdmin: { email: 'admin@localhost', password: undefined },
      passwordMin: 6,
      mail: { smtpUrl: undefined, from: '"Academic System" <examhall@localhost>' },
      judgeConcurrency: availableParallelism(),
      backups: { dir: 'data/backups', hour: 2, keep: 14, recipient: undefined },
      secretsKeyFile: 'data/secrets.key',
      retention: { notifications: undefined, mails: 90, auditLog: undefined },
      auditLog: { file: undefined, syslog: undefined },
      trustProxy: false,
      webhookPrivate: false,
      logLevel: 'info',
    })
  })

  it('come from .env, overridden by the environment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'examhall-env-'))
    const file = join(folder, '.env')
    writeFileSync(file, 'PORT=4100\nHOST=0.0.0.0\nLOG_LEVEL=\n')
    expect(readConfig({ PORT: '4200' }, file)).toMatchObject({ port: 4200, host: '0.0.0.0', logLevel: 'info' })
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['PORT', 'eighty', 'PORT accepts a port number from 0 to 65535'],
    ['PORT', '70000', 'PORT accepts a port number from 0 to 65535'],
    ['PLATFORM_NAME', 'a\nb', 'PLATFORM_NAME accepts a name of at most 60 characters, without quotation marks'],
    ['PLATFORM_NAME', 'x'.repeat(61), 'PLATFORM_NAME accepts a name of at most 60 characters, without quotation marks'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL accepts fatal, error, warn, info, debug, trace or silent'],
    ['SMTP_URL', 'mail.example.edu', 'SMTP_URL accepts an address such as smtps://user:password@mail.example.edu'],
    ['JUDGE_CONCURRENCY', '0', 'JUDGE_CONCURRENCY accepts a number of programs from 1 to 256'],
    ['JUDGE_CONCURRENCY', 'many', 'JUDGE_CONCURRENCY accepts a number of programs from 1 to 256'],
    ['PASSWORD_MIN', '5', 'PASSWORD_MIN accepts a number of characters from 6 to 64'],
    ['BACKUP_HOUR', '24', 'BACKUP_HOUR accepts an hour from 0 to 23'],
    ['BACKUP_KEEP', '0', 'BACKUP_KEEP accepts a number of backups from 1 to 999'],
    ['KEEP_AUDIT_LOG', '7', 'KEEP_AUDIT_LOG accepts a number of days from 30 to 36500'],
    ['KEEP_MAILS', 'long', 'KEEP_MAILS accepts a number of days from 30 to 36500'],
    ['AUDIT_SYSLOG', 'log.example.edu', 'AUDIT_SYSLOG accepts an address such as udp://log.example.edu:514'],
    ['CLUSTER_URL', 'http://nats', 'CLUSTER_URL accepts addresses such as nats://10.0.0.1:4222,10.0.0.2:4222'],
    ['CLUSTER_NODE', 'a.b', 'CLUSTER_NODE accepts a name of at most 40 letters, digits, hyphens and underscores'],
    ['CLUSTER_WITHOUT_QUORUM', 'maybe', 'CLUSTER_WITHOUT_QUORUM accepts wait or local'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY accepts true or false'],
    ['WEBHOOK_PRIVATE', 'yes', 'WEBHOOK_PRIVATE accepts true or false'],
    ['PUBLIC_URL', 'example', 'PUBLIC_URL accepts an address such as https://exams.example.edu'],
    ['MASTER_ADMIN_EMAIL', 'admin', 'MASTER_ADMIN_EMAIL accepts an email address'],
  ])('are rejected if %s is invalid (%s), in one line that names the accepted values', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value }, 'no-such-file')).toThrow(new Error(sentence))
  })
})
