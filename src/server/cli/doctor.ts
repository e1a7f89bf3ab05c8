import { styleText } from 'node:util'
import { createTransport } from 'nodemailer'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { calibrate } from '../judge/calibration.ts'
import { createJudge, type JudgeProcess } from '../judge/judge.ts'
import { type LanguageStatus, onlyMeasured } from '../judge/types.ts'
import type { Config } from '../platform/config.ts'
import { examineDatabase } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { installLanguages } from './doctor/languages.ts'
import {
  examineAddresses,
  examineClock,
  examineDisk,
  examineFiles,
  examineNamespaces,
  examineSecrets,
} from './doctor/machine.ts'
import { commands, readArguments, UsageError } from './usage.ts'

const mailWithin = 5_000

async function calibrated(judge: JudgeProcess, status: LanguageStatus) {
  const { language, available, version, reason, optional = false } = status
  const what = languageNames[language]
  if (!available) return { what, found: `off: ${reason}`, bad: !optional }
  try {
    return { what, found: `${(version ?? '').padEnd(10)} ${String(await calibrate(judge, language)).padStart(6)} ms` }
  } catch (error) {
    return { what, found: `${version}: ${(error as Error).message}`, bad: true }
  }
}

async function examineJudge({ judgeConcurrency: concurrency }: Config): Promise<Finding[]> {
  const judge = createJudge({ concurrency, log: { warn: () => {}, error: () => {} } })
  try {
    const { works, memory, reason } = await judge.sandbox()
    const state = works
      ? memory === 'measured'
        ? `works. ${onlyMeasured}`
        : 'works, with control groups for memory and time'
      : `does not work: ${reason}`
    const findings: Finding[] = [
      { what: 'Sandbox', found: state, bad: !works || memory === 'measured' },
      ...(works ? [] : examineNamespaces()),
      { what: 'Concurrency', found: `${concurrency} ${concurrency === 1 ? 'program' : 'programs'}` },
    ]
    // Sequential, because parallel runs would slow each other down.
    for (const status of await judge.languages()) findings.push(await calibrated(judge, status))
    return findings
  } finally {
    await judge.close()
  }
}

async function examineMail({ mail }: Config): Promise<Finding> {
  const what = 'Mail'
  if (!mail.smtpUrl) return { what, found: 'no SMTP_URL: emails are stored as files in DATA_DIR/outbox' }
  const { hostname } = new URL(mail.smtpUrl)
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: mailWithin, greetingTimeout: mailWithin })
  try {
    await transport.verify()
    return { what, found: `${hostname} accepts mail from ${mail.from}` }
  } catch (error) {
    return { what, found: `${hostname}: ${(error as Error).message}`, bad: true }
  } finally {
    transport.close()
  }
}

/** Recommended password length for staff. */
const recommendedLength = 10

const examinePasswords = ({ passwordMin }: Config): Finding => ({
  what: 'Passwords',
  found: `at least ${passwordMin} characters${passwordMin < recommendedLength ? `; PASSWORD_MIN=${recommendedLength} is recommended for staff` : ''}`,
})

/** Formats a finding, in red if it is bad and the terminal supports colours. */
function line({ what, found, bad }: Finding): string {
  const text = `${bad ? '!' : ' '} ${what.padEnd(12)} ${found}`
  return bad ? styleText('red', text) : text
}

/** @returns the languages to install; undefined without the option */
function readOptions(args: readonly string[]): string[] | undefined {
  const refused = (why: string) => new UsageError(`doctor takes ${commands.doctor.takes}: ${why}`)
  let read: ReturnType<typeof readArguments>
  try {
    read = readArguments('doctor', args)
  } catch (error) {
    throw refused((error as Error).message)
  }
  const { values, given } = read
  if (!values['install-languages'] && given.length > 0) throw refused(`unexpected ${given.join(' ')}`)
  return values['install-languages'] ? given.flatMap((word) => word.split(',').filter(Boolean)) : undefined
}

/**
 * Prints the state of this machine: the judge's sandbox, each language and its time for a fixed loop, mail, disk,
 * database, backups, addresses, open files, clock, passwords and the secrets key. Lines with a "!" need attention and
 * set the exit code to 1. Safe while a server is running. With --install-languages, installs languages instead.
 */
export async function doctor(config: Config, args: readonly string[]): Promise<void> {
  const wanted = readOptions(args)
  if (wanted) return installLanguages(wanted)
  const findings = [
    ...(await examineJudge(config)),
    await examineMail(config),
    ...(await examineDisk(config)),
    ...examineDatabase(config),
    ...(await examineAddresses(config)),
    examineFiles(),
    examineClock(),
    examinePasswords(config),
    examineSecrets(config),
    ...(config.cluster ? await (await import('./doctor/cluster.ts')).examineCluster(config.cluster) : []),
  ]
  console.log(findings.map(line).join('\n'))
  if (findings.some(({ bad }) => bad)) process.exitCode = 1
}
